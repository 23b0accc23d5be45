# Ruby: CGI.unescape and CGI.escape, which are in C, and URI.decode_www_form.
require "cgi"
require "uri"

operation, file, task = ARGV
lines = File.read(file, encoding: "UTF-8").chomp.split("\n")
call = {
  "decode" => CGI.method(:unescape),
  "encode" => CGI.method(:escape),
  "query" => URI.method(:decode_www_form)
}.fetch(operation)

if task == "answers"
  $stdout.binmode
  lines.each do |line|
    answer = call.call(line)
    answer = answer.map { |name, value| "#{name}\x1F#{value}\x1E" }.join if operation == "query"
    print [answer.bytesize].pack("N"), answer
  rescue ArgumentError
    print "\xFF\xFF\xFF\xFF".b
  end
else
  now = -> { Process.clock_gettime(Process::CLOCK_MONOTONIC) }
  spent = 0
  2.times do
    passes = 0
    start = now.call
    while now.call - start < 0.2
      lines.each do |line|
        call.call(line)
      rescue ArgumentError
        # It is counted among the answers.
      end
      passes += 1
    end
    spent = (now.call - start) / passes
  end
  puts (spent * 1e9).round
end
