import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type LoggedCall,
  loggedMethod,
  loggedParams,
  PARAMS_BYTES_MAX,
} from '../../src/server/loggedParams.ts'
import { onOneLine } from '../../src/server/onOneLine.ts'

const call = { key: 'dev', method: 'eth_call', isValid: true }
const shown = (params: unknown, more: Partial<LoggedCall> = {}) =>
  loggedParams({ ...call, params, ...more })

const hash = `0x${'ab'.repeat(32)}`
const words = 'test test test test test test test test test test test junk'

describe('what fits', () => {
  test.each([
    [[]],
    [['0x1', true]],
    [[{ to: `0x${'11'.repeat(20)}`, input: '0x' }, 'latest', null, 7, 1.5]],
    [[{ fromBlock: '0x1', topics: [[hash, null], []] }]],
    [{ named: 'parameters' }],
    [null],
    [undefined],
    [JSON.parse('[{"__proto__":{"a":1},"constructor":2}]')],
    [['two\nlines "quoted" \\ \u2028 \ud800']],
    [['https://example.org']],
  ])('is shown unchanged: %j', (params) => {
    expect(JSON.stringify(shown(params))).toBe(JSON.stringify(params))
  })
})

describe('what is cut', () => {
  test('is the end of a long text', () => {
    expect(shown([`0x${'60'.repeat(1000)}`])).toEqual([
      `0x${'60'.repeat(127)}… (1746 characters more)`,
    ])
  })

  test('is the end of a list', () => {
    const [list, after] = shown([Array(50_000).fill('latest'), 'x'.repeat(100)]) as [
      string[],
      unknown,
    ]
    const omitted = 50_000 - (list.length - 1)
    expect(list.at(-1)).toBe(`… (${omitted} more)`)
    expect(list.length).toBeGreaterThan(100)
    expect(after).toBe('… (1 more)')
  })

  test('is the end of an object', () => {
    const members = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`m${index}`, 1]))
    const [object] = shown([members]) as [Record<string, unknown>]
    const names = Object.keys(object)
    expect(object['…']).toBe(`… (${1000 - (names.length - 1)} more)`)
  })

  test('is what is nested too deeply', () => {
    const nested = JSON.parse(`${'['.repeat(5000)}${']'.repeat(5000)}`)
    expect(JSON.stringify(shown(nested))).toBe('[[[[[[[["[…]"]]]]]]]]')
    const objects = JSON.parse(`${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`)
    expect(JSON.stringify(shown(objects))).toContain('"a":"{…}"')
  })

  test('leaves at most the limit, whatever the parameters are', () => {
    const size = (params: unknown) => Buffer.byteLength(onOneLine(JSON.stringify(params)))
    const texts = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 400 }),
      fc
        .constantFrom('\u0000', '\u2028', '\u0085', '\ud800', 'x', 'é', '😀')
        .map((each) => each.repeat(300)),
    )
    const { value } = fc.letrec<{ value: unknown }>((tie) => ({
      value: fc.oneof(
        { depthSize: 'large', withCrossShrink: true },
        texts,
        fc.double(),
        fc.constantFrom(null, true),
        fc.array(tie('value'), { maxLength: 20 }),
        fc.dictionary(texts, tie('value'), { maxKeys: 20 }),
      ),
    }))
    const examples = [
      [Array(100).fill([Array(100).fill([])])],
      [Array(2000).fill({})],
      [Array(100).fill({ a: 'x'.repeat(300) })],
      [Array(40).fill(['\u0085'.repeat(300)])],
    ].map(([params]): [unknown, boolean] => [params, true])
    fc.assert(
      fc.property(value, fc.boolean(), (params, isValid) => {
        expect(size(shown(params, { isValid }))).toBeLessThanOrEqual(PARAMS_BYTES_MAX)
      }),
      { examples, numRuns: 50 },
    )
  })
})

describe('what is secret', () => {
  test.each<[string, unknown[], unknown]>([
    [
      'ommer_createEndpoint',
      ['secret', { lag: { behind: 'secret', blocks: 2 } }],
      ['…', { lag: { behind: '…', blocks: 2 } }],
    ],
    ['ommer_closeEndpoint', ['secret'], ['…']],
    ['ommer_closeEndpoint', [['secret']], ['…']],
    ['ommer_closeEndpoint', [], []],
    ['personal_sign', ['0x01', '0x02', 'secret'], ['0x01', '0x02', '…']],
    ['personal_ecRecover', ['0x01', '0x02'], ['0x01', '0x02']],
    ['ommer_setLag', [{ behind: 'secret', blocks: 2 }], [{ behind: '…', blocks: 2 }]],
    ['personal_unlockAccount', ['0x1', 'secret', 300], '…'],
    ['personal_importRawKey', ['secret', 'secret'], '…'],
    ['evm_addAccount', ['0x01', 'secret'], ['0x01', '…']],
    ['evm_addPersonalAccount', ['secret'], '…'],
    [
      'x_sign',
      [{ private_key: 'secret', Password: ['secret'] }],
      [{ private_key: '…', Password: '…' }],
    ],
    ['x_useMnemonic', [words, ` ${words} ${words} `], ['…', ' … ']],
    ['x_useMnemonic', [`mnemonic: ${words}`, words.split(' ')], ['mnemonic: …', '…']],
  ])('is left out of %s %j', (method, params, expected) => {
    expect(shown(params, { method })).toEqual(expected)
  })

  test('may be any argument that a method with a secret refuses', () => {
    const refused = { method: 'personal_sign', isValid: false }
    expect(shown(['secret', '0x01'], refused)).toBe('…')
    expect(shown({ key: 'secret' }, { method: 'ommer_closeEndpoint' })).toBe('…')
  })

  test.each([hash, hash.slice(2), ` ${hash} `, hash.toUpperCase()])(
    'may be 32 bytes of which no method is known: %s',
    (bytes) => {
      const [text] = shown([bytes], { isValid: false }) as [string]
      expect(text.trim()).toBe(`${bytes.trim().slice(0, 6)}… (32 bytes)`)
      expect(shown([bytes])).toEqual([bytes])
    },
  )

  test('may be 32 bytes within a text, or cut at its end', () => {
    const json = JSON.stringify({ k: hash, list: [hash.slice(2)] })
    const [text, cut] = shown([json, `${'x'.repeat(226)}${hash}`], { isValid: false }) as string[]
    expect(text).toBe('{"k":"0xabab… (32 bytes)","list":["ababab… (32 bytes)"]}')
    expect(cut).toBe(`${'x'.repeat(226)}0x… (36 characters more)`)
    expect(shown([json])).toEqual([json])
  })

  test.each([
    ['eth_blockNumber', 'eth_blockNumber'],
    ['rpc.discover', 'rpc.discover'],
    ['eth_blokNumber', 'eth_blokNumber'],
    [`eth_${'x'.repeat(100)}`, `eth_${'x'.repeat(60)}`],
    ['supersecretkey123', 'su…'],
    [hash.slice(0, 64), '0x…'],
    [`key_${'ab'.repeat(31)}`, 'ke…'],
    ['short', '…'],
  ])('may be the method %s', (name, expected) => {
    expect(loggedMethod(name)).toBe(expected)
  })

  test.each([
    ['https://mainnet.infura.io/v3/secret', 'https://mainnet.infura.io/…'],
    ['wss://user:secret@a.b:8546', 'wss://a.b:8546/…'],
    ['wss://user:secret@a.b:8546/x', 'wss://a.b:8546/…'],
    ['from https://a.b?key=secret and http://c', 'from https://a.b/… and http://c'],
  ])('is not in a URL: %s', (text, expected) => {
    expect(shown([{ forking: { url: text } }])).toEqual([{ forking: { url: expected } }])
    expect(shown([{ forking: { jsonRpcUrl: text } }])).toEqual([{ forking: { jsonRpcUrl: '…' } }])
  })

  test('is the API key of the request', () => {
    const key = 'my-own-api-key'
    expect(shown([key, `not ${key}!`], { key })).toEqual(['…', 'not my…!'])
    // A short key may be a part of any word.
    expect(shown(['dev', 'develop'])).toEqual(['…', 'develop'])
  })
})
