import { readFileSync } from 'node:fs'

/** A `genesis.json` that geth and ommer read. */
export interface GenesisFile {
  readonly name: string
  readonly text: string
}

/** JSON texts of values: each is tried for each field. Fields and files differ in which of them geth accepts. */
const values = {
  null: 'null',
  absent: undefined,
  true: 'true',
  list: '[]',
  object: '{}',
  empty: '""',
  zero: '0',
  'minus zero': '-0',
  one: '1',
  negative: '-1',
  fraction: '1.0',
  exponent: '1e3',
  'above 2^53': '9007199254740993',
  '2^64 - 1': '18446744073709551615',
  '2^64': '18446744073709551616',
  '2^256': String(2n ** 256n),
  'decimal string': '"12"',
  'string with zeros': '"0012"',
  'string with a sign': '"+7"',
  'string with a space': '" 7"',
  'empty hex': '"0x"',
  'upper hex': '"0X1F"',
  'odd hex': '"0x1"',
  'hex with zeros': '"0x000000000000000000000000000000000000000001"',
  '20 bytes': `"0x${'aB'.repeat(20)}"`,
  '32 bytes': `"0x${'0c'.repeat(32)}"`,
  '33 bytes': `"0x${'0c'.repeat(33)}"`,
  'without 0x': '"6001"',
  words: '"many"',
} as const

const headFields = [
  'nonce',
  'timestamp',
  'extraData',
  'gasLimit',
  'difficulty',
  'mixHash',
  'coinbase',
  'alloc',
  'number',
  'gasUsed',
  'parentHash',
  'baseFeePerGas',
  'excessBlobGas',
  'blobGasUsed',
  'config',
]
const accountFields = ['balance', 'nonce', 'code', 'storage']
const configFields = [
  'chainId',
  'homesteadBlock',
  'daoForkBlock',
  'daoForkSupport',
  'eip150Block',
  'eip155Block',
  'londonBlock',
  'mergeNetsplitBlock',
  'shanghaiTime',
  'cancunTime',
  'terminalTotalDifficulty',
  'depositContractAddress',
  'ethash',
  'bpo5Time',
  'amsterdamTime',
  'enableUBTAtGenesis',
  'clique',
  'blobSchedule',
  'eip150Hash',
  'verkleTime',
  'someOtherBlock',
]

const address = `0x${'00'.repeat(19)}ab`
const BASE = 'test/data/execution-apis/genesis.json'

/** Objects as lists of names and JSON texts, because names are written several times and in odd spellings. */
type Members = (readonly [name: string, text: string])[]

/** Each field with each value, each name in other cases, twice, and odd keys of accounts and storage. */
export function oddSpellings(): GenesisFile[] {
  const base = JSON.parse(readFileSync(BASE, 'utf8')) as Record<string, object>
  const config = membersOf(base.config as object)
  const account: Members = [
    ['balance', '"0x10"'],
    ['nonce', '"1"'],
    ['code', '"0x6001"'],
    ['storage', '{"0x01":"0x02"}'],
  ]
  const head = membersOf({ ...base, config: undefined, alloc: undefined })
  const file = (changes: { head?: Members; config?: Members; alloc?: Members }): string =>
    write([
      ['config', write(changes.config ?? config)],
      ['alloc', write(changes.alloc ?? [[address, write(account)]])],
      ...(changes.head ?? head),
    ])
  const fullHead: Members = [
    ...head,
    ['config', write(config)],
    ['alloc', write([[address, write(account)]])],
  ]
  return [
    ...odd('', headFields, fullHead, write),
    ...odd('config.', configFields, config, (members) => file({ config: members })),
    ...odd('account.', accountFields, account, (members) =>
      file({ alloc: [[address, write(members)]] }),
    ),
    ...oddKeys().map(({ name, text }) => ({
      name: `alloc ${name}`,
      text: file({ alloc: [[text, write(account)]] }),
    })),
    {
      name: 'an address in two spellings',
      text: file({
        alloc: [
          [address, write(account)],
          [address.slice(2).toUpperCase(), '{"balance":"5"}'],
        ],
      }),
    },
    ...oddWords().flatMap(({ name, text }) => [
      { name: `storage key ${name}`, text: withStorage(text, '"0x05"') },
      { name: `storage value ${name}`, text: withStorage('0x05', JSON.stringify(text)) },
    ]),
    { name: 'storage value null', text: withStorage('0x05', 'null') },
    { name: 'storage value number', text: withStorage('0x05', '5') },
  ]

  function withStorage(key: string, value: string): string {
    const storage = write([[key, value]])
    return file({ alloc: [[address, write(replaced(account, 'storage', storage))]] })
  }
}

function odd(
  prefix: string,
  names: readonly string[],
  members: Members,
  toText: (members: Members) => string,
): GenesisFile[] {
  return names.flatMap((name) => {
    const old = members.find(([other]) => other === name)?.[1]
    const withValues = Object.entries(values).map(([what, text]) => ({
      name: `${prefix}${name}: ${what}`,
      text: toText(replaced(members, name, text)),
    }))
    const spellings = [name.toLowerCase(), name.toUpperCase(), name.replaceAll('s', '\u017f')]
    const withNames = spellings.flatMap((spelling) => {
      const renamed: Members = members.map(([other, text]) => [
        other === name ? spelling : other,
        text,
      ])
      return [{ name: `${prefix}${spelling}`, text: toText(renamed) }]
    })
    const twice = [
      ...members,
      [name.toUpperCase(), old ?? '0'] as const,
      [name.toUpperCase(), old ?? '1'] as const,
    ]
    return [...withValues, ...withNames, { name: `${prefix}${name} twice`, text: toText(twice) }]
  })
}

function oddKeys(): GenesisFile[] {
  const digits = address.slice(2)
  return Object.entries({
    bare: digits,
    upper: `0X${digits.toUpperCase()}`,
    short: '0x12',
    odd: `${digits}0`,
    empty: '',
    words: 'nobody',
  }).map(([name, text]) => ({ name, text }))
}

function oddWords(): GenesisFile[] {
  return Object.entries({
    empty: '',
    'only 0x': '0x',
    bare: '01',
    upper: '0X01',
    'upper digits': '0xAB',
    odd: '0x1',
    zero: '0x00',
    full: `0x${'0d'.repeat(32)}`,
    long: `0x${'0d'.repeat(33)}`,
    words: 'many',
  }).map(([name, text]) => ({ name, text }))
}

function membersOf(object: object): Members {
  return Object.entries(object)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [name, JSON.stringify(value)])
}

function replaced(members: Members, name: string, text: string | undefined): Members {
  const others = members.filter(([other]) => other !== name)
  return text === undefined ? others : [...others, [name, text]]
}

function write(members: Members): string {
  return `{${members.map(([name, text]) => `${JSON.stringify(name)}:${text}`).join(',')}}`
}
