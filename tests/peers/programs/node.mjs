// Each line of standard input is an operation and its input in hex: of UTF-16BE where the operation takes any string, else of UTF-8.
// Each line of the answer is the result in hex, or `!` where it throws. Pairs are `name=value`, joined by `&`.
import { readFileSync } from 'node:fs'

const text = (hex) => Buffer.from(hex, 'hex').toString('utf8')
const hex = (string) => Buffer.from(string, 'utf8').toString('hex')
const string = (hex) => Buffer.from(hex, 'hex').swap16().toString('utf16le')
const units = (string) => Buffer.from(string, 'utf16le').swap16().toString('hex')
const onStrings = (operation) => (input) => units(operation(string(input)))
const onText = (operation) => (input) => hex(operation(text(input)))

const operations = {
  encodeURI: onStrings(encodeURI),
  encodeURIComponent: onStrings(encodeURIComponent),
  decodeURI: onStrings(decodeURI),
  decodeURIComponent: onStrings(decodeURIComponent),
  escape: onStrings(escape),
  unescape: onStrings(unescape),
  // The `&` in front: a leading `?` would be dropped by the constructor.
  parse: (input) => [...new URLSearchParams('&' + text(input))].map(([name, value]) => `${hex(name)}=${hex(value)}`).join('&'),
  serialize: (input) => {
    const items = text(input).split('|')
    const pairs = []
    for (let at = 0; at < items.length; at += 2) pairs.push([items[at], items[at + 1] ?? ''])
    return hex(new URLSearchParams(pairs).toString())
  },
  fragment: onText((input) => Object.assign(new URL('http://h/'), { hash: '#' + input }).hash.slice(1)),
  query: onText((input) => Object.assign(new URL('foo://h/'), { search: '?' + input }).search.slice(1)),
  'special-query': onText((input) => Object.assign(new URL('http://h/'), { search: '?' + input }).search.slice(1)),
  path: onText((input) => new URL(`http://h/x${input}x`).pathname.slice(2, -1)),
  userinfo: onText((input) => Object.assign(new URL('http://h/'), { username: input }).username),
  c0: onText((input) => new URL(`foo:x${input}x`).pathname.slice(1, -1)),
}

const lines = readFileSync(0, 'latin1').split('\n').slice(0, -1)
const answers = lines.map((line) => {
  const [operation, input] = line.split(' ')
  try {
    return operations[operation](input)
  } catch (error) {
    if (error instanceof URIError) return '!'
    throw error
  }
})
process.stdout.write(answers.map((answer) => answer + '\n').join(''))
