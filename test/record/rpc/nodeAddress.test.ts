import { describe, expect, it } from 'vitest'
import { RecordError } from '../../../src/record/recordError.ts'
import { NodeAddress } from '../../../src/record/rpc/nodeAddress.ts'

const KEY = '0123456789abcdef0123456789abcdef'

describe('NodeAddress', () => {
  it.each([
    [`https://mainnet.infura.io/v3/${KEY}`, 'https://mainnet.infura.io/***'],
    [`https://rpc.example:8443/?apikey=${KEY}`, 'https://rpc.example:8443/***'],
    [`https://user:${KEY}@rpc.example/`, 'https://rpc.example/***'],
    ['http://127.0.0.1:8545', 'http://127.0.0.1:8545'],
  ])('shows %s without its key, and removes the key from messages of others', (url, name) => {
    const node = new NodeAddress(url)
    expect(node.name).toBe(name)
    expect(node.mask(`project ${KEY} is out of credits`)).toBe(
      url.includes(KEY) ? 'project *** is out of credits' : `project ${KEY} is out of credits`,
    )
  })

  it.each([
    [`/?${KEY}`, `Cannot POST /?${KEY}`, 'Cannot POST /?***'],
    [`/?${KEY}=&chain=1`, `unknown ${KEY}`, 'unknown ***'],
    ['/v3/abc%2BDEF%3D123456', 'POST /v3/abc+DEF=123456', 'POST /v3/***'],
    ['/v3/abc%2BDEF%3D123456', 'POST /v3/abc%2BDEF%3D123456', 'POST /v3/***'],
    ['/?key=a%20(b123456', 'key=a%20(b123456 is a (b123456', 'key=*** is ***'],
    ['/?key=a+b123456', 'key=a+b123456 is a b123456', 'key=*** is ***'],
    [`/;key=${KEY}`, `unknown ${KEY}`, 'unknown ***'],
    ['/v3/SECRETKEY', 'unknown secretkey', 'unknown ***'],
    ['/v3/SECRETKEY.json', 'unknown SECRETKEY', 'unknown ***'],
  ])('masks the key in %s however %s repeats it', (path, text, masked) => {
    expect(new NodeAddress(`http://node${path}`).mask(text)).toBe(masked)
  })

  it('masks what is left of a key where a text was cut', () => {
    const node = new NodeAddress('http://node/v3/SECRETKEY')
    expect(node.mask('one is "secretk… and another "SECRET…')).toBe(
      'one is "***… and another "***…',
    )
    expect(node.mask('the secre…')).toBe('the secre…')
  })

  it('masks the start of a text, and what it has of a key where it is cut', () => {
    const node = new NodeAddress('http://node/v3/SECRETKEY')
    expect(node.maskStart('no SECRETKEY here', 100)).toBe('no *** here')
    expect(node.maskStart('no SECRETKEY here', 12)).toBe('no ***')
    for (let length = 4; length < 12; length++) {
      expect(node.maskStart('no secretkey here', length)).toBe('no ***')
    }
    expect(node.maskStart('no SECRETKEY here', 3)).toBe('no ')
  })

  it('sends user and password as fetch requires, and headers unchanged', () => {
    const node = new NodeAddress('https://us%20er:pass%3Aword@rpc.example/x#y', ['X-Key:  a:b '])
    expect(node.url).toBe('https://rpc.example/x')
    const basic = Buffer.from('us er:pass:word').toString('base64')
    expect(node.headers.get('authorization')).toBe(`Basic ${basic}`)
    expect(node.headers.get('x-key')).toBe('a:b')
    expect(node.mask(`${basic} pass:word`)).toBe('*** ***')
  })

  it('masks the values of headers', () => {
    const node = new NodeAddress('http://node', [`Authorization: Bearer ${KEY}`])
    expect(node.mask(`no such token: ${KEY}`)).toBe('no such token: ***')
    const other = new NodeAddress('http://node', [`x-token: id=bob;token=${KEY}`])
    expect(other.mask(`token ${KEY} of bob`)).toBe('token *** of bob')
  })

  it.each([
    ['node', []],
    ['ws://node', []],
    ['http://node', ['no colon']],
    ['http://node', [': no name']],
    ['http://node', ['two words: x']],
  ])('refuses %s with headers %j, and repeats no secret', (url, headers) => {
    expect(() => new NodeAddress(url, headers)).toThrow(RecordError)
    expect(() => new NodeAddress(`ws://:${KEY}@x`, [KEY])).not.toThrow(new RegExp(KEY))
  })

  it('refuses a header Authorization beside user and password in the URL', () => {
    expect(() => new NodeAddress('http://user:password@node', [`Authorization: ${KEY}`])).toThrow(
      'want user and password of the URL or a header Authorization, not both',
    )
  })
})
