/* percent-simd: the encoder and the decoder of each scheme, and the policy of each preset, as initialisers of constants:
 *
 *     static const percent_simd_encoder component = PERCENT_SIMD_ENCODER_URI_COMPONENT;
 *
 * tests/c/constants.c generates this file; do not edit it.
 */
#ifndef PERCENT_SIMD_CONSTANTS_H
#define PERCENT_SIMD_CONSTANTS_H

#include "percent_simd.h"

#define PERCENT_SIMD_ENCODER_URI_COMPONENT \
    {{{87, 7, 7, 7, 7, 7, 7, 7, 7, 7, 15, 175, 175, 171, 43, 143}}, 0, 1}
#define PERCENT_SIMD_ENCODER_FORM \
    {{{87, 7, 7, 7, 7, 7, 7, 7, 7, 7, 11, 175, 175, 171, 171, 143}}, 1, 2}
#define PERCENT_SIMD_ENCODER_URL_PATH \
    {{{71, 3, 7, 7, 3, 3, 3, 3, 3, 3, 3, 131, 11, 131, 43, 139}}, 0, 3}
#define PERCENT_SIMD_ENCODER_URL_QUERY \
    {{{7, 3, 7, 7, 3, 3, 3, 3, 3, 3, 3, 3, 11, 3, 11, 131}}, 0, 4}
#define PERCENT_SIMD_ENCODER_URI_SEGMENT \
    {{{71, 3, 7, 7, 3, 7, 3, 3, 3, 3, 3, 163, 171, 163, 43, 143}}, 0, 5}
#define PERCENT_SIMD_ENCODER_JS_COMPONENT \
    {{{87, 3, 7, 7, 7, 7, 7, 3, 3, 3, 11, 175, 175, 171, 43, 143}}, 0, 6}
#define PERCENT_SIMD_ENCODER_URL_C0 \
    {{{3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 131}}, 0, 7}
#define PERCENT_SIMD_ENCODER_URL_FRAGMENT \
    {{{71, 3, 7, 3, 3, 3, 3, 3, 3, 3, 3, 3, 11, 3, 11, 131}}, 0, 8}
#define PERCENT_SIMD_ENCODER_URL_SPECIAL_QUERY \
    {{{7, 3, 7, 7, 3, 3, 3, 7, 3, 3, 3, 3, 11, 3, 11, 131}}, 0, 9}
#define PERCENT_SIMD_ENCODER_URL_USERINFO \
    {{{87, 3, 7, 7, 3, 3, 3, 3, 3, 3, 11, 171, 171, 171, 43, 143}}, 0, 10}
#define PERCENT_SIMD_ENCODER_URL_COMPONENT \
    {{{87, 3, 7, 7, 7, 7, 7, 3, 3, 3, 11, 175, 175, 171, 43, 143}}, 0, 11}
#define PERCENT_SIMD_ENCODER_FORM_MAILTO \
    {{{87, 7, 7, 7, 7, 7, 7, 7, 7, 7, 11, 175, 175, 171, 171, 143}}, 0, 12}
#define PERCENT_SIMD_ENCODER_URI_SEGMENT_NC \
    {{{71, 3, 7, 7, 3, 7, 3, 3, 3, 3, 11, 163, 171, 163, 43, 143}}, 0, 13}
#define PERCENT_SIMD_ENCODER_URI_QUERY \
    {{{71, 3, 7, 7, 3, 7, 3, 3, 3, 3, 3, 163, 171, 163, 43, 131}}, 0, 14}
#define PERCENT_SIMD_ENCODER_URI_FRAGMENT \
    {{{71, 3, 7, 7, 3, 7, 3, 3, 3, 3, 3, 163, 171, 163, 43, 131}}, 0, 15}
#define PERCENT_SIMD_ENCODER_URI_USERINFO \
    {{{87, 3, 7, 7, 3, 7, 3, 3, 3, 3, 3, 163, 171, 163, 43, 143}}, 0, 16}
#define PERCENT_SIMD_ENCODER_URI_REG_NAME \
    {{{87, 3, 7, 7, 3, 7, 3, 3, 3, 3, 11, 163, 171, 163, 43, 143}}, 0, 17}
#define PERCENT_SIMD_ENCODER_URI_2396 \
    {{{87, 3, 7, 7, 7, 7, 7, 3, 3, 3, 11, 175, 175, 171, 43, 143}}, 0, 18}
#define PERCENT_SIMD_ENCODER_URI_1738 \
    {{{87, 3, 7, 7, 3, 7, 7, 3, 3, 3, 11, 171, 171, 171, 171, 143}}, 0, 19}
#define PERCENT_SIMD_ENCODER_URI_2396_EXCLUDED \
    {{{71, 3, 7, 7, 3, 7, 3, 3, 3, 3, 3, 163, 171, 163, 43, 131}}, 0, 20}
#define PERCENT_SIMD_ENCODER_CGI \
    {{{71, 3, 7, 7, 3, 7, 3, 3, 3, 3, 3, 131, 171, 131, 43, 131}}, 0, 21}
#define PERCENT_SIMD_ENCODER_OAUTH \
    {{{87, 7, 7, 7, 7, 7, 7, 7, 7, 7, 15, 175, 175, 171, 43, 143}}, 0, 22}
#define PERCENT_SIMD_ENCODER_AWS \
    {{{87, 7, 7, 7, 7, 7, 7, 7, 7, 7, 15, 175, 175, 171, 43, 143}}, 0, 23}
#define PERCENT_SIMD_ENCODER_AWS_PATH \
    {{{87, 7, 7, 7, 7, 7, 7, 7, 7, 7, 15, 175, 175, 171, 43, 139}}, 0, 24}
#define PERCENT_SIMD_ENCODER_JS_URI \
    {{{71, 3, 7, 3, 3, 7, 3, 3, 3, 3, 3, 163, 171, 163, 43, 131}}, 0, 25}
#define PERCENT_SIMD_ENCODER_TEMPLATE \
    {{{87, 7, 7, 7, 7, 7, 7, 7, 7, 7, 15, 175, 175, 171, 43, 143}}, 0, 26}
#define PERCENT_SIMD_ENCODER_TEMPLATE_RESERVED \
    {{{71, 3, 7, 3, 3, 7, 3, 3, 3, 3, 3, 131, 171, 131, 43, 131}}, 4, 27}
#define PERCENT_SIMD_ENCODER_TEMPLATE_LITERAL \
    {{{71, 3, 7, 3, 3, 7, 3, 3, 3, 3, 3, 131, 171, 131, 43, 131}}, 4, 28}
#define PERCENT_SIMD_ENCODER_LEIRI \
    {{{71, 3, 7, 3, 3, 3, 3, 3, 3, 3, 3, 131, 171, 131, 43, 131}}, 0, 29}
#define PERCENT_SIMD_ENCODER_XPATH_ENCODE_FOR_URI \
    {{{87, 7, 7, 7, 7, 7, 7, 7, 7, 7, 15, 175, 175, 171, 43, 143}}, 0, 30}
#define PERCENT_SIMD_ENCODER_XPATH_IRI_TO_URI \
    {{{71, 3, 7, 3, 3, 3, 3, 3, 3, 3, 3, 131, 171, 131, 43, 131}}, 0, 31}
#define PERCENT_SIMD_ENCODER_XPATH_ESCAPE_HTML_URI \
    {{{3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 131}}, 0, 32}
#define PERCENT_SIMD_ENCODER_PHP_RAWURLENCODE \
    {{{87, 7, 7, 7, 7, 7, 7, 7, 7, 7, 15, 175, 175, 171, 43, 143}}, 0, 33}
#define PERCENT_SIMD_ENCODER_PHP_URLENCODE \
    {{{87, 7, 7, 7, 7, 7, 7, 7, 7, 7, 15, 175, 175, 171, 171, 143}}, 1, 34}
#define PERCENT_SIMD_ENCODER_CSS_URL \
    {{{87, 3, 7, 7, 7, 7, 7, 7, 7, 7, 11, 175, 175, 171, 43, 143}}, 0, 35}
#define PERCENT_SIMD_ENCODER_RFC5987 \
    {{{23, 3, 7, 3, 3, 7, 3, 7, 7, 7, 15, 171, 47, 171, 11, 143}}, 0, 36}
#define PERCENT_SIMD_ENCODER_ALL \
    {{{255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255}}, 0, 37}
#define PERCENT_SIMD_ENCODER_OAUTH2 \
    {{{87, 7, 7, 7, 7, 7, 7, 7, 7, 7, 11, 175, 175, 171, 171, 143}}, 1, 38}
#define PERCENT_SIMD_ENCODER_S3_KEY \
    {{{87, 7, 7, 7, 7, 7, 7, 7, 7, 7, 11, 175, 175, 171, 171, 139}}, 1, 39}
#define PERCENT_SIMD_ENCODER_HTTP_SIGNATURE \
    {{{87, 7, 7, 7, 7, 7, 7, 7, 7, 7, 11, 175, 175, 171, 171, 143}}, 0, 40}
#define PERCENT_SIMD_ENCODER_BAGGAGE \
    {{{7, 3, 7, 3, 3, 7, 3, 3, 3, 3, 3, 11, 39, 3, 3, 131}}, 0, 41}
#define PERCENT_SIMD_ENCODER_GRPC_MESSAGE \
    {{{3, 3, 3, 3, 3, 7, 3, 3, 3, 3, 3, 3, 3, 3, 3, 131}}, 0, 42}
#define PERCENT_SIMD_ENCODER_JSON_POINTER \
    {{{71, 3, 7, 7, 3, 7, 3, 3, 3, 3, 3, 163, 171, 163, 43, 131}}, 0, 43}
#define PERCENT_SIMD_ENCODER_SIP_USER \
    {{{87, 3, 7, 7, 3, 7, 3, 3, 3, 3, 11, 163, 171, 163, 43, 131}}, 0, 44}
#define PERCENT_SIMD_ENCODER_SIP_PARAM \
    {{{87, 3, 7, 7, 3, 7, 3, 3, 3, 3, 3, 139, 175, 139, 43, 139}}, 0, 45}
#define PERCENT_SIMD_ENCODER_SIP_HEADER \
    {{{87, 3, 7, 7, 3, 7, 7, 3, 3, 3, 3, 139, 175, 139, 43, 131}}, 0, 46}
#define PERCENT_SIMD_ENCODER_PURL \
    {{{87, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 175, 175, 171, 43, 143}}, 0, 47}
#define PERCENT_SIMD_ENCODER_HIVE_PARTITION \
    {{{3, 3, 7, 7, 3, 7, 3, 7, 3, 3, 15, 163, 35, 43, 35, 143}}, 8, 48}

#define PERCENT_SIMD_DECODER_URI_COMPONENT \
    {{{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}}, {{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}}, 0, 0}
#define PERCENT_SIMD_DECODER_FORM \
    {{{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}}, {{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}}, 1, 0}
#define PERCENT_SIMD_DECODER_URL_PATH \
    {{{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}}, {{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}}, 0, 0}
#define PERCENT_SIMD_DECODER_URL_QUERY \
    {{{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}}, {{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}}, 0, 0}
#define PERCENT_SIMD_DECODER_URI_SEGMENT \
    {{{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}}, {{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}}, 0, 0}
#define PERCENT_SIMD_DECODER_JS_COMPONENT \
    {{{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}}, {{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}}, 2, 0}
#define PERCENT_SIMD_DECODER_URL_C0 \
    {{{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}}, {{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}}, 0, 0}
#define PERCENT_SIMD_DECODER_URL_FRAGMENT \
    {{{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}}, {{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}}, 0, 0}
#define PERCENT_SIMD_DECODER_URL_SPECIAL_QUERY \
    {{{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}}, {{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}}, 0, 0}
#define PERCENT_SIMD_DECODER_URL_USERINFO \
    {{{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}}, {{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}}, 0, 0}
#define PERCENT_SIMD_DECODER_URL_COMPONENT \
    {{{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}}, {{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}}, 0, 0}
#define PERCENT_SIMD_DECODER_FORM_MAILTO \
    {{{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}}, {{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}}, 0, 0}
#define PERCENT_SIMD_DECODER_URI_SEGMENT_NC \
    {{{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}}, {{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}}, 0, 0}
#define PERCENT_SIMD_DECODER_URI_QUERY \
    {{{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}}, {{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}}, 0, 0}
#define PERCENT_SIMD_DECODER_URI_FRAGMENT \
    {{{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}}, {{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}}, 0, 0}
#define PERCENT_SIMD_DECODER_URI_USERINFO \
    {{{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}}, {{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}}, 0, 0}
#define PERCENT_SIMD_DECODER_URI_REG_NAME \
    {{{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}}, {{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}}, 0, 0}
#define PERCENT_SIMD_DECODER_URI_2396 \
    {{{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}}, {{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}}, 0, 0}
#define PERCENT_SIMD_DECODER_URI_1738 \
    {{{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}}, {{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}}, 0, 0}
#define PERCENT_SIMD_DECODER_URI_2396_EXCLUDED \
    {{{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}}, {{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}}, 0, 0}
#define PERCENT_SIMD_DECODER_CGI \
    {{{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}}, {{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}}, 0, 0}
#define PERCENT_SIMD_DECODER_OAUTH \
    {{{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}}, {{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}}, 0, 0}
#define PERCENT_SIMD_DECODER_AWS \
    {{{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}}, {{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}}, 0, 0}
#define PERCENT_SIMD_DECODER_AWS_PATH \
    {{{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}}, {{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}}, 0, 0}
#define PERCENT_SIMD_DECODER_JS_URI \
    {{{16, 0, 0, 4, 4, 0, 4, 0, 0, 0, 8, 12, 4, 8, 0, 12}}, {{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}}, 2, 0}
#define PERCENT_SIMD_DECODER_TEMPLATE \
    {{{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}}, {{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}}, 0, 0}
#define PERCENT_SIMD_DECODER_TEMPLATE_RESERVED \
    {{{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}}, {{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}}, 0, 0}
#define PERCENT_SIMD_DECODER_TEMPLATE_LITERAL \
    {{{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}}, {{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}}, 0, 0}
#define PERCENT_SIMD_DECODER_LEIRI \
    {{{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}}, {{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}}, 0, 0}
#define PERCENT_SIMD_DECODER_XPATH_ENCODE_FOR_URI \
    {{{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}}, {{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}}, 0, 0}
#define PERCENT_SIMD_DECODER_XPATH_IRI_TO_URI \
    {{{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}}, {{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}}, 0, 0}
#define PERCENT_SIMD_DECODER_XPATH_ESCAPE_HTML_URI \
    {{{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}}, {{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}}, 0, 0}
#define PERCENT_SIMD_DECODER_PHP_RAWURLENCODE \
    {{{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}}, {{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}}, 0, 0}
#define PERCENT_SIMD_DECODER_PHP_URLENCODE \
    {{{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}}, {{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}}, 1, 0}
#define PERCENT_SIMD_DECODER_CSS_URL \
    {{{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}}, {{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}}, 0, 0}
#define PERCENT_SIMD_DECODER_RFC5987 \
    {{{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}}, {{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}}, 0, 0}
#define PERCENT_SIMD_DECODER_ALL \
    {{{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}}, {{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}}, 0, 0}
#define PERCENT_SIMD_DECODER_OAUTH2 \
    {{{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}}, {{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}}, 1, 0}
#define PERCENT_SIMD_DECODER_S3_KEY \
    {{{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}}, {{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}}, 1, 0}
#define PERCENT_SIMD_DECODER_HTTP_SIGNATURE \
    {{{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}}, {{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}}, 0, 0}
#define PERCENT_SIMD_DECODER_BAGGAGE \
    {{{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}}, {{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}}, 16, 0}
#define PERCENT_SIMD_DECODER_GRPC_MESSAGE \
    {{{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}}, {{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}}, 0, 0}
#define PERCENT_SIMD_DECODER_JSON_POINTER \
    {{{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}}, {{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}}, 0, 0}
#define PERCENT_SIMD_DECODER_SIP_USER \
    {{{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}}, {{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}}, 0, 0}
#define PERCENT_SIMD_DECODER_SIP_PARAM \
    {{{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}}, {{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}}, 0, 0}
#define PERCENT_SIMD_DECODER_SIP_HEADER \
    {{{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}}, {{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}}, 0, 0}
#define PERCENT_SIMD_DECODER_PURL \
    {{{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}}, {{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}}, 0, 0}
#define PERCENT_SIMD_DECODER_HIVE_PARTITION \
    {{{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}}, {{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}}, 0, 0}

#define PERCENT_SIMD_PATH_POLICY_STRICT \
    {0, 0, 0, 1, 5, 7, 9, 0, 0, 2, 0, 0, 1, 1, 0, 1, {{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}}}
#define PERCENT_SIMD_PATH_POLICY_ENVOY_KEEP \
    {1, 1, 8, 1, 6, 7, 9, 1, 2, 2, 1, 1, 1, 1, 0, 2, {{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}}}
#define PERCENT_SIMD_PATH_POLICY_ENVOY_REJECT \
    {0, 0, 8, 1, 6, 7, 9, 1, 2, 2, 1, 1, 1, 1, 0, 3, {{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}}}
#define PERCENT_SIMD_PATH_POLICY_ENVOY_REDIRECT \
    {4, 4, 8, 1, 6, 7, 9, 1, 2, 2, 1, 1, 1, 1, 0, 4, {{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}}}
#define PERCENT_SIMD_PATH_POLICY_ENVOY_UNESCAPE \
    {2, 2, 8, 1, 6, 7, 9, 1, 2, 2, 1, 1, 1, 1, 0, 5, {{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}}}
#define PERCENT_SIMD_PATH_POLICY_SPRING \
    {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 6, {{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}}}
#define PERCENT_SIMD_PATH_POLICY_NGINX \
    {2, 2, 1, 1, 5, 7, 1, 0, 2, 2, 1, 1, 1, 1, 0, 7, {{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}}}
#define PERCENT_SIMD_PATH_POLICY_APACHE_REJECT \
    {0, 2, 1, 1, 5, 7, 1, 0, 2, 2, 1, 1, 1, 1, 0, 8, {{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}}}
#define PERCENT_SIMD_PATH_POLICY_APACHE_KEEP \
    {1, 2, 1, 1, 5, 7, 1, 0, 2, 2, 1, 1, 1, 1, 0, 9, {{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}}}
#define PERCENT_SIMD_PATH_POLICY_APACHE_UNESCAPE \
    {3, 2, 1, 1, 5, 7, 1, 0, 2, 2, 1, 1, 1, 1, 0, 10, {{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}}}
#define PERCENT_SIMD_PATH_POLICY_HAPROXY \
    {1, 1, 1, 1, 6, 7, 9, 0, 2, 2, 0, 1, 1, 1, 0, 11, {{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}}}
#define PERCENT_SIMD_PATH_POLICY_TOMCAT \
    {0, 0, 0, 1, 5, 7, 10, 0, 2, 2, 0, 0, 1, 1, 0, 12, {{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}}}
#define PERCENT_SIMD_PATH_POLICY_UNKNOWN \
    {0, 0, 0, 0, 5, 7, 0, 0, 0, 2, 0, 0, 1, 1, 0, 13, {{0, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 8}}}
#define PERCENT_SIMD_PATH_POLICY_OBJECTS \
    {2, 2, 1, 1, 0, 1, 1, 0, 2, 2, 0, 0, 1, 11, 0, 14, {{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}}}

#endif
