import { toQuantity } from '../../src/primitives/hex.ts'
import { contentsOf } from './folders.ts'
import { post, request } from './transports.ts'

/** The files of a folder by their paths, parts separated by `/`. */
export function filesOf(folder: string): Record<string, string> {
  return Object.fromEntries(contentsOf(folder, 'utf8'))
}

/** The expected files of a recording besides its manifest: the node's answers, byte by byte. */
export async function expectedFiles(
  url: string,
  from: number,
  to: number,
): Promise<Record<string, string>> {
  const files: Record<string, string> = {}
  for (let number = from; number <= to; number++) {
    const height = toQuantity(number)
    const block = await resultText(url, 'eth_getBlockByNumber', [height, true])
    files[`${number}/block.json`] = block
    files[`${number}/receipts.json`] = await resultText(url, 'eth_getBlockReceipts', [height])
    for (const index of JSON.parse(block).uncles.keys()) {
      const params = [height, toQuantity(index)]
      files[`${number}/uncles/${index}.json`] = await resultText(
        url,
        'eth_getUncleByBlockNumberAndIndex',
        params,
      )
    }
  }
  return files
}

/** In our server's answers, the result is the last member. */
async function resultText(url: string, method: string, params: unknown[]): Promise<string> {
  const answer = await (await post(url, request(method, params))).text()
  const start = '{"jsonrpc":"2.0","id":1,"result":'
  if (!answer.startsWith(start)) throw new Error(`it answers ${answer}`)
  return answer.slice(start.length, -1)
}
