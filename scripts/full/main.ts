import '../../test/support/fullSize.ts'
import { startVitest } from 'vitest/node'
import { takeShard } from './takeShard.ts'

// Runs tests at full size; arguments choose the files. `-- --shard I/N` does one of N shares of all repetitions, so that as
// many machines can do them side by side. Each share has random values of its own.

const { shard, others } = sharesOrExit()
if (shard !== undefined) process.env.OMMER_TEST_SHARD = shard
const limits = { testTimeout: 3_600_000, hookTimeout: 3_600_000 }
// It sets the exit code itself.
const vitest = await startVitest('test', others, { ...limits, watch: false })
await vitest.close()

function sharesOrExit(): ReturnType<typeof takeShard> {
  try {
    return takeShard(process.argv.slice(2))
  } catch (error) {
    console.error((error as Error).message)
    process.exit(1)
  }
}
