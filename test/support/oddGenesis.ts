import type { Hex } from '../../src/primitives/hex.ts'

/** A `genesis.json`, and what `geth init` 1.17.8 makes of it. */
export interface OddGenesis {
  readonly name: string
  readonly text: string
  /** of block 0; undefined if geth refuses the file */
  readonly hash: Hex | undefined
}

const A = `0x${'00'.repeat(19)}ab`
const BARE = A.slice(2)
const B = `0x${'00'.repeat(19)}ac`
const FULL = '"balance":"0x10","nonce":"1","code":"0x6001","storage":{"0x01":"0x02"}'
const ALLOC = `"alloc":{"${A}":{${FULL}}}`
const SCHEDULE = '{"cancun":{"target":3,"max":6,"baseFeeUpdateFraction":3338477}}'
const FORKS =
  'homestead eip150 eip155 eip158 byzantium constantinople petersburg istanbul berlin london'
const AT_GENESIS = FORKS.split(' ').map((fork) => `"${fork}Block":0`)
const RULES = `"terminalTotalDifficulty":0,"shanghaiTime":0,${AT_GENESIS}`
const CONFIG = `"config":{"chainId":5,${RULES}}`
const REQUIRED = '"gasLimit":"0x5f5e100","difficulty":"0x0"'

/**
 * Files that repeat names, escape letters, or go on after their end, by the hash of block 0: geth's verdict follows from
 * Go's decoder.
 */
const accepted: Readonly<Record<Hex, Readonly<Record<string, string>>>> = {
  '0x6e220291d485b6f775a3932b6abab718a3ffc1251aca8a1a4e760a6400a79566': {
    'nothing odd': file(),
    'alloc after null': head('"alloc":null'),
    'a valid alloc before null': head(`"alloc":{"${B}":{"balance":"1"}},"alloc":null`),
    'nonce before null': head('"nonce":"1","Nonce":null'),
    'an address with escapes': allocation(`"0\\u0078${BARE}":{${FULL}}`),
    'brackets in strings': head('"{[\\"":"}]}}\\\\"'),
    'words at the end': `${file()} hello`,
    'a bracket at the end': `${file()}}`,
    'another file at the end': `${file()}\n${head('"nonce":"1"')}`,
  },
  '0x4af9eb2350f5ed2fa3069c90be7178cc42d8c313e9c449afe59d9b906a45d9be': {
    'alloc twice': head(`"alloc":{"${B}":{"balance":"1"}}`),
    'alloc in two spellings': head(`"Alloc":{"${B}":{"balance":"1"}}`),
  },
  '0xe8fc39e0f9d431b55d367094f995a3b7fabb58ecd652e2aa3eab6dfe082bcae4': {
    'config twice': config(`{"cancunTime":0,"blobSchedule":${SCHEDULE}},"config":{"chainId":6}`),
    'schedule in parts': config(
      '{"cancunTime":0,"blobSchedule":{"cancun":{"target":4,"max":6}},"BlobSchedule":{"cancun":{"target":3,"baseFeeUpdateFraction":3338477}}}',
    ),
  },
  '0x89fc94914b9b6ac179b7c4fba990c738dd7950ddfb9f09bcfc8b592e07a94856': {
    'config in two spellings': file(`${CONFIG},"Config":{"shanghaiTime":null}`),
  },
  '0xfe285beb22c81cfcccbefb7e40af0c4cbd8a1ea6b6ad7547bfa2ddc181a4942e': {
    'nonce between others': head('"nonce":"1","Nonce":"2","nonce":"3"'),
  },
  '0x562c762575eab80181b55bfdad793e79df2cf20c9d506b8f930816e3d939c1fc': {
    'balance between others': account('"balance":"1","Balance":"2","balance":"3"'),
    'address between others': allocation(
      `"${A}":{"balance":"1"},"${BARE}":{"balance":"2"},"${A}":{"balance":"3"}`,
    ),
  },
  '0x23c06e629b63ff9fef0c924674275695913a551448756114038a4a29291b9542': {
    'storage twice': account('"balance":"1","storage":{"01":"02"},"storage":{"02":"03"}'),
    'storage in two spellings': account(
      '"balance":"1","storage":{"01":"02"},"Storage":{"02":"03"}',
    ),
  },
  '0x2669a1b247ad4f42fc44d5194696b37eadd893e9865cac8f1ed0278e6e535782': {
    'storage after null': account(
      '"balance":"1","storage":{"01":"02"},"storage":null,"storage":{"02":"03"}',
    ),
  },
  '0x2e1ecce274a0a097027c88d12f4789216ae4e08083473bc2f67f7df31a58965c': {
    'slot as an index': account('"balance":"1","storage":{"0x10":"0x01","10":"0x02"}'),
  },
  '0xe51b1b7c4ca40293f55073abe51d91b488d6fa3ab78c3aa6a2a1e141bd480c69': {
    'slot between others': account(
      '"balance":"1","storage":{"0x10":"0x02","0x0010":"0x07","0x10":"0x01"}',
    ),
  },
  '0xa59c9a6a0f1c8826585f5c09256ada502072dd687fb598eea28d6a5ec294496f': {
    'address twice': allocation(`"${A}":{${FULL}},"${A}":{"balance":"1"}`),
  },
  '0x5a7e58a7fba03bb94b92646fca2959b3903cacda1772c18ba49f815f35c2e8ef': {
    'a name with escapes': head('"\\u006eonce":"5"'),
  },
  '0x2ebf3181c69c44d3d6f31f672e0e7bd77c70704ba801da189d58a59c30043432': {
    'storage with escapes': account('"balance":"1","storage":{"0x\\u0030\\u0031":"\\u0030x02"}'),
  },
}

const refused: Readonly<Record<string, string>> = {
  'alloc before null': file(CONFIG, `${ALLOC},"alloc":null`),
  'an invalid alloc before null': head('"alloc":{"zz":{}},"alloc":null'),
  'a list as alloc before null': head('"alloc":[],"alloc":null'),
  'alloc after a list': head('"alloc":[]'),
  'config before null': file(`${CONFIG},"config":null`),
  'config after text': file(`"config":"text",${CONFIG}`),
  'nonce after words': head('"nonce":"many","nonce":"1"'),
  'balance before null': account('"balance":"1","balance":null'),
  'address after words': allocation(`"${A}":{"balance":"many"},"${A}":{"balance":"1"}`),
  'nonce with escapes': head('"nonce":"\\u0030x5"'),
  'code with escapes': account('"balance":"1","code":"\\u0030x6001"'),
  'coinbase with escapes': head(`"coinbase":"0\\u0078${BARE}"`),
  'nonce after NUL': head('"nonce":"\\u00005"'),
  'balance after NUL': account('"balance":"\\u00005"'),
  'chainId after NUL': file(`"config":{"chainId":"\\u00005",${RULES}}`),
  'another file before': `{}${file()}`,
  'a bracket before': `}${file()}`,
  'no end': file().slice(0, -1),
  'a wrong end': `${file().slice(0, -1)}]`,
}

export const oddGenesis: readonly OddGenesis[] = [
  ...Object.entries(accepted).flatMap(([hash, files]) => named(files, hash as Hex)),
  ...named(refused, undefined),
]

function named(files: Readonly<Record<string, string>>, hash: Hex | undefined): OddGenesis[] {
  return Object.entries(files).map(([name, text]) => ({ name, text, hash }))
}

function file(config = CONFIG, alloc = ALLOC): string {
  return `{${config},${REQUIRED},${alloc}}`
}

function head(members: string): string {
  return file(CONFIG, `${members},${ALLOC}`)
}

/** @param again what the file has as configuration once more */
function config(again: string): string {
  return file(`${CONFIG},"config":${again}`)
}

function account(members: string): string {
  return allocation(`"${A}":{${members}}`)
}

function allocation(accounts: string): string {
  return file(CONFIG, `"alloc":{${accounts}}`)
}
