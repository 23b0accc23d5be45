//! The built-in formats, in nginx's syntax, with the names of their documentation.

use std::sync::LazyLock;

use super::{Kind, Runs, Template, syntax};

/// The common log format of Apache httpd and nginx. More fields may follow.
const COMMON: &str = r#"$host $ident $user [$time] "$request" $status $bytes …"#;

/// A name, its aliases, a template, and the last field that a line must have, if not all.
type Row = (&'static str, &'static [&'static str], &'static str, &'static str);

/// In the order of help texts. Rows that share a name are tried in turn, so each has the fields of the
/// first one.
const ROWS: &[Row] = &[
    (
        "combined",
        &["nginx", "apache", "varnish"],
        r#"$host $ident $user [$time] "$request" $status $bytes "$referer" "${user-agent}" …"#,
        "bytes",
    ),
    ("common", &["clf"], COMMON, ""),
    (
        "vhost-combined",
        &["vhost_combined"],
        r#"$vhost $host $ident $user [$time] "$request" $status $bytes "$referer" "${user-agent}" …"#,
        "bytes",
    ),
    // Its documentation adds fields at the end from time to time.
    (
        "alb",
        &[],
        r#"$type $time $elb ${client:port} ${target:port} $request_processing_time $target_processing_time $response_processing_time $elb_status_code $target_status_code $received_bytes $sent_bytes "$request" "$user_agent" $ssl_cipher $ssl_protocol $target_group_arn "$trace_id" "$domain_name" "$chosen_cert_arn" $matched_rule_priority $request_creation_time "$actions_executed" "$redirect_url" "$error_reason" "${target:port_list}" "$target_status_code_list" "$classification" "$classification_reason" $conn_trace_id "$transformed_host" "$transformed_uri" "$request_transform_status" …"#,
        "request",
    ),
    (
        "elb",
        &[],
        r#"$time $elb ${client:port} ${backend:port} $request_processing_time $backend_processing_time $response_processing_time $elb_status_code $backend_status_code $received_bytes $sent_bytes "$request" "$user_agent" $ssl_cipher $ssl_protocol …"#,
        "request",
    ),
    (
        "s3",
        &[],
        r#"$bucket_owner $bucket [$time] $remote_ip $requester $request_id $operation $key "$request" $status $error_code $bytes_sent $object_size $total_time $turn_around_time "$referer" "$user_agent" $version_id $host_id $signature_version $cipher_suite $authentication_type $host_header $tls_version $access_point_arn $acl_required …"#,
        "version_id",
    ),
    (
        "haproxy",
        &[],
        r#"$client:$port [$time] $frontend $backend/$server $TR/$Tw/$Tc/$Tr/$Ta $status $bytes $request_cookie $response_cookie $termination_state $actconn/$feconn/$beconn/$srvconn/$retries $srv_queue/$backend_queue $captures"$request" …"#,
        "",
    ),
    (
        "envoy",
        &[],
        r#"[$time] "$request" $status $response_flags $bytes_received $bytes $duration $upstream_service_time "$x_forwarded_for" "$user_agent" "$request_id" "$authority" "$upstream_host" …"#,
        "",
    ),
    (
        "istio",
        &[],
        r#"[$time] "$request" $status $response_flags $response_code_details $connection_termination_details "$upstream_transport_failure_reason" $bytes_received $bytes $duration $upstream_service_time "$x_forwarded_for" "$user_agent" "$request_id" "$authority" "$upstream_host" $upstream_cluster $upstream_local_address $downstream_local_address $downstream_remote_address $requested_server_name $route_name …"#,
        "",
    ),
    (
        "traefik",
        &[],
        r#"$host $ident $user [$time] "$request" $status $bytes "$referer" "${user-agent}" $request_count "$router" "$server_url" ${duration}ms …"#,
        "",
    ),
    (
        "ingress-nginx",
        &[],
        r#"$host $ident $user [$time] "$request" $status $bytes "$referer" "${user-agent}" $request_length $request_time [$proxy_upstream_name] [$proxy_alternative_upstream_name] $upstream_addr $upstream_response_length $upstream_response_time $upstream_status $req_id …"#,
        "",
    ),
    // Before version 0.26 it wrote the addresses of proxies, too.
    (
        "ingress-nginx",
        &[],
        r#"$host $ident [$proxy_add_x_forwarded_for] - $user [$time] "$request" $status $bytes "$referer" "${user-agent}" $request_length $request_time [$proxy_upstream_name] [$proxy_alternative_upstream_name] $upstream_addr $upstream_response_length $upstream_response_time $upstream_status $req_id …"#,
        "",
    ),
    (
        "squid",
        &[],
        "$time $elapsed $host $result/$status $bytes $method $url $user $hierarchy/$peer $type",
        "",
    ),
];

pub(in crate::fields) static ALL: LazyLock<Vec<&'static Template>> = LazyLock::new(|| {
    let build = |&(name, aliases, template, required): &Row| {
        let tokens = syntax::nginx(template).expect("the names are closed");
        let template = Template::build(name, tokens, Kind::Host).expect("`…` comes last");
        let required = template.index_of(required).map_or(template.fields.len(), |at| at + 1);
        let runs = if name == "squid" { Runs::Any } else { Runs::None };
        Template { aliases, required, runs, ..template }.leaked(name)
    };
    ROWS.iter().map(build).collect()
});
