// Deploys a contract and uses it, as for Hardhat's node, and prints what it finds as JSON.
import { network } from 'hardhat'

const { ethers } = await network.create()
const [deployer, other] = await ethers.getSigners()

const counter = await ethers.deployContract('Counter', [40n])
const { blockNumber } = await counter.deploymentTransaction().wait()

const statuses = []
for (const signer of [deployer, other]) {
  const transaction = await counter.connect(signer).increment()
  statuses.push((await transaction.wait()).status)
}

const events = await counter.queryFilter('Changed', blockNumber)
const { chainId } = await ethers.provider.getNetwork()
const code = await ethers.provider.getCode(await counter.getAddress())
console.log(
  JSON.stringify({
    chainId: Number(chainId),
    hasCode: code !== '0x',
    number: Number(await counter.number()),
    statuses,
    changes: events.map(({ args }) => [args.by.toLowerCase(), Number(args.number)]),
  }),
)
