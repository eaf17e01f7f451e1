// Moves an endpoint with hardhat-network-helpers, and prints what the chain has after each as one JSON object.
const helpers = require('@nomicfoundation/hardhat-network-helpers')

const { network } = require('hardhat')

const { time } = helpers
const address = `0x${'11'.repeat(20)}`
const other = `0x${'22'.repeat(20)}`

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

/** Sets state by hand, sends from an account whose key nobody has, and reads what the next block makes of it. */
async function alterAndRead() {
  const ask = (method, ...params) => network.provider.send(method, params)
  await helpers.setBalance(address, 10n ** 18n)
  await helpers.setNonce(address, 7)
  await helpers.setCode(other, '0x6001')
  await helpers.setStorageAt(other, 1, 2)
  await helpers.setNextBlockBaseFeePerGas(7n)
  await helpers.setPrevRandao(5)
  await helpers.setCoinbase(other)
  await helpers.impersonateAccount(address)
  await ask('eth_sendTransaction', { from: address, to: other, value: '0x1', gas: '0x186a0' })
  await helpers.stopImpersonatingAccount(address)
  const block = await ask('eth_getBlockByNumber', 'latest', true)
  return {
    balance: BigInt(await ask('eth_getBalance', other, 'latest')) > 0n,
    nonce: await ask('eth_getTransactionCount', address, 'latest'),
    code: await ask('eth_getCode', other, 'latest'),
    slot: BigInt(await ask('eth_getStorageAt', other, '0x1', 'latest')).toString(),
    baseFee: block.baseFeePerGas,
    mixHash: BigInt(block.mixHash).toString(),
    miner: block.miner,
    senders: block.transactions.map(({ from }) => from),
  }
}

async function main() {
  const found = await moveAndRead()
  const altered = await alterAndRead()
  console.log(JSON.stringify({ found, altered }))
}

main().then(
  () => process.exit(0),
  (error) => {
    console.error(error)
    process.exit(1)
  },
)
