import { FallbackProvider, JsonRpcProvider } from 'ethers'

// Asks through ethers' FallbackProvider, with two good providers and a bad one, of which two must agree, and prints the
// hash of a block, the number of its logs, and whether a call that reverts is known as one.

const [bad, good, other] = process.argv.slice(2)
const options = { staticNetwork: true, batchMaxCount: 1 }
const network = await new JsonRpcProvider(good).getNetwork()
const providers = [bad, good, other].map((url) => ({
  provider: new JsonRpcProvider(url, network, options),
  priority: 1,
  stallTimeout: 500,
  weight: 1,
}))
const client = new FallbackProvider(providers, network, { quorum: 2 })
const shown = ({ code, shortMessage, message }) => code ?? shortMessage ?? message

const block = await client.getBlock(3).then((found) => found?.hash ?? null, shown)
const logs = await client.getLogs({ fromBlock: 0, toBlock: 3 }).then((found) => found.length, shown)
// PUSH0 PUSH0 REVERT as the code of a contract that is being created
const isRevert = await client.call({ data: '0x5f5ffd' }).then(
  () => false,
  ({ code }) => code === 'CALL_EXCEPTION',
)
console.log(JSON.stringify({ block, logs, isRevert }))
process.exit()
