import { getLogsRetryHelper } from '@ponder/utils'
import { createPublicClient, http, numberToHex } from 'viem'

// Reads all logs of a chain as Ponder does: where a provider refuses a range, its helper says which to ask for instead.
// Prints the number of logs, how many ranges were asked for, and the first error that the helper does not know.

const [url, last] = process.argv.slice(2)
const client = createPublicClient({ transport: http(url, { retryCount: 0 }) })

let asked = 0
let unknown = null

async function read(fromBlock, toBlock, depth = 0) {
  const params = [{ fromBlock, toBlock }]
  asked++
  try {
    return await client.request({ method: 'eth_getLogs', params })
  } catch (error) {
    const help = getLogsRetryHelper({ params, error })
    if (!help.shouldRetry || depth > 8) {
      unknown ??= error.details ?? error.message
      return []
    }
    const logs = []
    for (const range of help.ranges) {
      logs.push(...(await read(range.fromBlock, range.toBlock, depth + 1)))
    }
    return logs
  }
}

const logs = await read(numberToHex(0), numberToHex(Number(last)))
const ids = new Set(logs.map((log) => `${log.blockHash} ${log.logIndex}`))
console.log(JSON.stringify({ logs: ids.size, asked, unknown }))
