const { RpcClient } = require('@subsquid/rpc-client')
const { Rpc } = require('@subsquid/evm-processor/lib/ds-rpc/rpc')

// Reads a block with its receipts, then with its logs, as SQD's processor does, and prints for each what its verification
// finds; null if nothing.

const [url, hash] = process.argv.slice(2)
const rpc = new Rpc(new RpcClient({ url, log: null, retryAttempts: 0 }))
const problemOf = (request) =>
  rpc.getColdBlock(hash, { transactions: true, ...request }).then(
    () => null,
    ({ message }) => message,
  )
async function main() {
  console.log(
    JSON.stringify({
      receipts: await problemOf({ receipts: true }),
      logs: await problemOf({ logs: true }),
    }),
  )
  process.exit()
}
void main()
