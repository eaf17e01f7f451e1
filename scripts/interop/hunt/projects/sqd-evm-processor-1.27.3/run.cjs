// Follows a chain with SQD's processor, and keeps its logs in a file: run.cjs URL FILE
const { renameSync, writeFileSync } = require('node:fs')
const { EvmBatchProcessor } = require('@subsquid/evm-processor')

const [url, file] = process.argv.slice(2)

const processor = new EvmBatchProcessor()
  .setRpcEndpoint({ url, capacity: 4 })
  .setRpcDataIngestionSettings({ headPollInterval: 100 })
  .setFinalityConfirmation(10)
  .setFields({ log: { address: true, topics: true, data: true, transactionHash: true } })
  .addLog({})

/** The rows of each block that has logs, by its height. */
const rows = new Map()
const state = { height: -1, hash: '0x', top: [] }

const save = () => {
  writeFileSync(`${file}.new`, JSON.stringify({ logs: [...rows.values()].flat() }))
  renameSync(`${file}.new`, file)
}

const database = {
  supportsHotBlocks: true,
  async connect() {
    return state
  },
  async transact({ nextHead }, run) {
    await run({})
    Object.assign(state, { ...nextHead, top: [] })
    save()
  },
  async transactHot2({ finalizedHead, baseHead, newBlocks }, run) {
    for (const height of rows.keys()) if (height > baseHead.height) rows.delete(height)
    const kept = state.top.filter(({ height }) => height <= baseHead.height)
    await run({}, 0, newBlocks.length)
    state.top = [...kept, ...newBlocks]
    if (finalizedHead.height > state.height) {
      const top = state.top.filter(({ height }) => height > finalizedHead.height)
      Object.assign(state, { ...finalizedHead, top })
    }
    save()
  },
}

processor.run(database, async ({ blocks }) => {
  for (const { header, logs } of blocks) {
    const own = logs.map(
      ({ logIndex, transactionIndex, transactionHash, address, topics, data }) => {
        const [topic0, topic1, topic2, topic3] = topics
        const place = { block_number: header.height, block_hash: header.hash, address }
        const index = { log_index: logIndex, transaction_index: transactionIndex }
        const hash = { transaction_hash: transactionHash }
        return { ...place, ...index, ...hash, topic0, topic1, topic2, topic3, data }
      },
    )
    rows.set(header.height, own)
  }
})
