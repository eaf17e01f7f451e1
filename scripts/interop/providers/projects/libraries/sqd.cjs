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
Promise.all([problemOf({ receipts: true }), problemOf({ logs: true })]).then(([receipts, logs]) => {
  console.log(JSON.stringify({ receipts, logs }))
  process.exit()
})
