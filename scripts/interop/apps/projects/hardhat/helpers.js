// Moves an endpoint with hardhat-network-helpers, and prints what the chain has after each as one JSON object.
const helpers = require('@nomicfoundation/hardhat-network-helpers')

const { time } = helpers
const address = `0x${'11'.repeat(20)}`

async function moveAndRead() {
  const found = []
  const read = async (what) => {
    found.push([what, await time.latestBlock(), await time.latest()])
  }
  await read('start')
  await helpers.mine()
  await read('mine')
  await helpers.mine(5, { interval: 60 })
  await read('mine 5')
  await helpers.mineUpTo((await time.latestBlock()) + 4)
  await read('mineUpTo')
  const snapshot = await helpers.takeSnapshot()
  await time.increase(3600)
  await read('increase')
  await time.increaseTo((await time.latest()) + 500)
  await read('increaseTo')
  await time.setNextBlockTimestamp((await time.latest()) + 900)
  await helpers.mine()
  await read('setNextBlockTimestamp')
  await snapshot.restore()
  await read('restore')
  const fixture = async () => {
    await helpers.mine(2)
    return time.latestBlock()
  }
  await helpers.loadFixture(fixture)
  await helpers.mine(4)
  await helpers.loadFixture(fixture)
  await read('loadFixture')
  await helpers.reset()
  await read('reset')
  return found
}

async function reasonsOf(...actions) {
  const settled = await Promise.allSettled(actions.map((act) => act()))
  return settled.map(({ reason }) => reason?.message ?? 'no error')
}

async function main() {
  const found = await moveAndRead()
  const refused = await reasonsOf(
    () => helpers.setBalance(address, 1n),
    () => helpers.impersonateAccount(address),
    () => helpers.setNextBlockBaseFeePerGas(1n),
  )
  console.log(JSON.stringify({ found, refused }))
}

main().then(
  () => process.exit(0),
  (error) => {
    console.error(error)
    process.exit(1)
  },
)
