# Each line of standard input is an operation and its input in hex. Each line of the answer is the result in hex, or `!` where it raises.
require 'cgi'
require 'erb'
require 'uri'

text = ->(data) { data.dup.force_encoding(Encoding::UTF_8) }
OPERATIONS = {
  'form' => ->(data) { URI.encode_www_form_component(data) },
  'decode-form' => ->(data) { URI.decode_www_form_component(text.(data)) },
  'serialize' => lambda do |data|
    items = text.(data).split('|', -1)
    items = [''] if items.empty?
    URI.encode_www_form(items.each_slice(2).map { |name, value| [name, value || ''] })
  end,
  'cgi' => ->(data) { CGI.escape(text.(data)) },
  'decode-cgi' => ->(data) { CGI.unescape(text.(data)) },
  'erb' => ->(data) { ERB::Util.url_encode(data) }
}.freeze

answers = $stdin.binmode.read.each_line(chomp: true).map do |line|
  operation, data = line.split(' ')
  begin
    OPERATIONS.fetch(operation).([data.to_s].pack('H*')).unpack1('H*')
  rescue ArgumentError
    '!'
  end
end
$stdout.write(answers.map { |answer| "#{answer}\n" }.join)
