// Follows the chain with SQD's processor, and serves what it has read: run.cjs URL PORT PREFER_TRACE_API
const { createServer } = require('node:http')
const { EvmBatchProcessor } = require('@subsquid/evm-processor')

const [url, port, preferTraceApi] = process.argv.slice(2)

const all = (...names) => Object.fromEntries(names.map((name) => [name, true]))
const call = ['CallType', 'From', 'Value', 'Gas', 'Input', 'ResultGasUsed', 'ResultOutput']
const create = ['From', 'Value', 'Gas', 'Init', 'ResultGasUsed', 'ResultCode', 'ResultAddress']
const processor = new EvmBatchProcessor()
  .setRpcEndpoint({ url, capacity: 4 })
  .setRpcDataIngestionSettings({
    headPollInterval: 200,
    preferTraceApi: preferTraceApi === 'true',
    // The other way than by default.
    useDebugApiForStateDiffs: preferTraceApi === 'true',
  })
  .setFinalityConfirmation(16)
  .setBlockRange({ from: 1 })
  .includeAllBlocks()
  .setFields({
    block: all('timestamp', 'gasUsed', 'stateRoot', 'size', 'miner'),
    transaction: all('hash', 'from', 'to', 'value', 'input', 'gasUsed', 'status', 'nonce'),
    log: all('address', 'topics', 'data', 'transactionHash'),
    trace: {
      ...all('subtraces', 'error', 'suicideAddress', 'suicideBalance', 'suicideRefundAddress'),
      ...all('callTo', ...call.map((name) => `call${name}`)),
      ...all(...create.map((name) => `create${name}`)),
    },
    stateDiff: all('kind', 'prev', 'next'),
  })
  .addTransaction({})
  .addLog({})
  .addTrace({})
  .addStateDiff({})

/** By height. */
const blocks = []
let head

const plain = ({ header, transactions, logs, traces, stateDiffs }) => ({
  header,
  transactions: transactions.map(({ block, logs, traces, stateDiffs, ...rest }) => rest),
  logs: logs.map(({ block, transaction, ...rest }) => rest),
  traces: traces.map(({ block, transaction, parent, children, ...rest }) => rest),
  stateDiffs: stateDiffs.map(({ block, transaction, ...rest }) => rest),
})

const database = {
  supportsHotBlocks: true,
  async connect() {
    return { height: -1, hash: '0x', top: [] }
  },
  async transact({ nextHead }, run) {
    await run({})
    head = nextHead.hash
  },
  async transactHot2({ baseHead, newBlocks }, run) {
    blocks.length = baseHead.height + 1
    await run({}, 0, newBlocks.length)
    head = (newBlocks.at(-1) ?? baseHead).hash
  },
}

createServer((request, response) => {
  const isHead = request.url === '/head'
  const replacer = (_, value) => (typeof value === 'bigint' ? `${value}` : value)
  const body = isHead ? { head } : { head, blocks: blocks.filter(Boolean) }
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(JSON.stringify(body, replacer))
}).listen(Number(port), '127.0.0.1')

processor.run(database, async (context) => {
  for (const block of context.blocks) blocks[block.header.height] = plain(block)
})
