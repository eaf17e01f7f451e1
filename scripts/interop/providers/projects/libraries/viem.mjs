import { createPublicClient, ExecutionRevertedError, fallback, http } from 'viem'

// Asks through viem's fallback transport, whose first provider is a bad one, and prints what it makes of the answers: the
// result of a block and of its logs, and whether a call that reverts is known as one.

const [bad, good] = process.argv.slice(2)
const once = { retryCount: 0 }
const client = createPublicClient({
  transport: fallback([http(bad, once), http(good, once)], { retryCount: 0 }),
})
const first = createPublicClient({ transport: http(bad, once) })

const block = await client.getBlock({ blockNumber: 1n }).then(
  ({ number }) => Number(number),
  (error) => error.shortMessage,
)
const logs = await client.getLogs({ fromBlock: 0n, toBlock: 5n }).then(
  (found) => Array.isArray(found),
  (error) => error.shortMessage,
)
// PUSH0 PUSH0 REVERT
const isRevert = await first.call({ code: '0x5f5ffd', data: '0x' }).then(
  () => false,
  (error) => error.walk((each) => each instanceof ExecutionRevertedError) !== null,
)
console.log(JSON.stringify({ block, logs, isRevert }))
