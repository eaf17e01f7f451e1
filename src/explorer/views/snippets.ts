/** A request as people copy it. */
export interface CopiedCall {
  readonly method: string
  readonly params: readonly unknown[]
}

/** The languages of snippets, with their names. */
export const snippetLanguages = {
  curl: 'curl',
  viem: 'viem',
  ethers: 'ethers',
  web3py: 'web3.py',
} as const

export type SnippetLanguage = keyof typeof snippetLanguages

/**
 * Writes a request as a program that can be run as it is.
 *
 * @param url the HTTP address of the endpoint
 */
export function snippetOf(language: SnippetLanguage, call: CopiedCall, url: string): string {
  switch (language) {
    case 'curl':
      return curlOf(call, url)
    case 'viem':
      return `import { createPublicClient, http } from 'viem'

const client = createPublicClient({ transport: http(${quoted(url)}) })
console.log(await ${viemCall(call)})`
    case 'ethers':
      return `import { JsonRpcProvider } from 'ethers'

const provider = new JsonRpcProvider(${quoted(url)})
console.log(await ${ethersCall(call)})
provider.destroy()`
    case 'web3py':
      return `from web3 import HTTPProvider, Web3

w3 = Web3(HTTPProvider(${pythonText(url)}))
print(${web3pyCall(call)})`
  }
}

/**
 * The request as a command of a shell.
 *
 * @param headers further ones, such as `Authorization`
 */
export function curlOf(
  { method, params }: CopiedCall,
  url: string,
  headers: readonly string[] = [],
): string {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const lines = ['Content-Type: application/json', ...headers].map((line) => `-H ${inShell(line)}`)
  return [`curl -s ${inShell(url)}`, ...lines, `-d ${inShell(body)}`].join(' \\\n  ')
}

/** A text as one word of a shell. */
function inShell(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}

/** A value as code of JavaScript. */
export function javaScriptOf(value: unknown, indent = ''): string {
  if (typeof value === 'string') return quoted(value)
  if (typeof value === 'bigint') return `${value}n`
  if (Array.isArray(value)) {
    return `[${value.map((each) => javaScriptOf(each, indent)).join(', ')}]`
  }
  if (typeof value !== 'object' || value === null) return String(value)
  const members = Object.entries(value).map(([name, each]) => {
    const key = /^[A-Za-z_$][\w$]*$/.test(name) ? name : quoted(name)
    return `${key}: ${javaScriptOf(each, indent)}`
  })
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`
}

function quoted(text: string): string {
  // The quotes are single ones, as in the rest of the snippet. JSON escapes everything else.
  const escaped = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")
  return `'${escaped.replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')}'`
}

function pythonOf(value: unknown): string {
  if (value === null || value === undefined) return 'None'
  if (value === true) return 'True'
  if (value === false) return 'False'
  if (typeof value === 'string') return pythonText(value)
  if (Array.isArray(value)) return `[${value.map(pythonOf).join(', ')}]`
  if (typeof value !== 'object') return String(value)
  const members = Object.entries(value).map(
    ([name, each]) => `${pythonText(name)}: ${pythonOf(each)}`,
  )
  return `{${members.join(', ')}}`
}

/** JSON's escapes mean the same in Python, but for those of halves of a character. */
function pythonText(text: string): string {
  return JSON.stringify(text.toWellFormed())
}

const isTag = (block: unknown): boolean => typeof block === 'string' && !block.startsWith('0x')

const isHash = (block: unknown): boolean => typeof block === 'string' && block.length === 66

/** A block as viem's actions take it: `blockNumber`, `blockHash` or `blockTag`. */
function viemBlock(block: unknown): string {
  if (isTag(block)) return `blockTag: ${javaScriptOf(block)}`
  if (isHash(block)) return `blockHash: ${javaScriptOf(block)}`
  return `blockNumber: ${BigInt(block as string)}n`
}

function viemCall({ method, params }: CopiedCall): string {
  const [first, second] = params
  switch (method) {
    case 'eth_getBlockByNumber':
    case 'eth_getBlockByHash':
      return `client.getBlock({ ${viemBlock(first)}, includeTransactions: ${second === true} })`
    case 'eth_getTransactionByHash':
      return `client.getTransaction({ hash: ${javaScriptOf(first)} })`
    case 'eth_getTransactionReceipt':
      return `client.getTransactionReceipt({ hash: ${javaScriptOf(first)} })`
    case 'eth_getBalance':
      return `client.getBalance({ address: ${javaScriptOf(first)}, ${viemBlock(second)} })`
    case 'eth_getTransactionCount':
      return `client.getTransactionCount({ address: ${javaScriptOf(first)}, ${viemBlock(second)} })`
    case 'eth_getCode':
      return `client.getCode({ address: ${javaScriptOf(first)}, ${viemBlock(second)} })`
    default:
      return `client.request({ method: ${quoted(method)}, params: ${javaScriptOf(params)} })`
  }
}

/** A block as ethers and web3.py take it: a number, or text. */
function plainBlock(block: unknown, write: (value: unknown) => string): string {
  return isTag(block) || isHash(block) ? write(block) : String(BigInt(block as string))
}

function ethersCall({ method, params }: CopiedCall): string {
  const [first, second] = params
  const block = (value: unknown) => plainBlock(value, javaScriptOf)
  switch (method) {
    case 'eth_getBlockByNumber':
    case 'eth_getBlockByHash':
      return `provider.getBlock(${block(first)}, ${second === true})`
    case 'eth_getTransactionByHash':
      return `provider.getTransaction(${javaScriptOf(first)})`
    case 'eth_getTransactionReceipt':
      return `provider.getTransactionReceipt(${javaScriptOf(first)})`
    case 'eth_getBalance':
      return `provider.getBalance(${javaScriptOf(first)}, ${block(second)})`
    case 'eth_getTransactionCount':
      return `provider.getTransactionCount(${javaScriptOf(first)}, ${block(second)})`
    case 'eth_getCode':
      return `provider.getCode(${javaScriptOf(first)}, ${block(second)})`
    default:
      return `provider.send(${quoted(method)}, ${javaScriptOf(params)})`
  }
}

function web3pyCall({ method, params }: CopiedCall): string {
  const [first, second] = params
  const block = (value: unknown) => plainBlock(value, pythonOf)
  const address = `Web3.to_checksum_address(${pythonOf(first)})`
  switch (method) {
    case 'eth_getBlockByNumber':
    case 'eth_getBlockByHash':
      return `w3.eth.get_block(${block(first)}, ${pythonOf(second === true)})`
    case 'eth_getTransactionByHash':
      return `w3.eth.get_transaction(${pythonOf(first)})`
    case 'eth_getTransactionReceipt':
      return `w3.eth.get_transaction_receipt(${pythonOf(first)})`
    case 'eth_getBalance':
      return `w3.eth.get_balance(${address}, ${block(second)})`
    case 'eth_getTransactionCount':
      return `w3.eth.get_transaction_count(${address}, ${block(second)})`
    case 'eth_getCode':
      return `w3.eth.get_code(${address}, ${block(second)})`
    default:
      return `w3.provider.make_request(${pythonText(method)}, ${pythonOf(params)})`
  }
}
