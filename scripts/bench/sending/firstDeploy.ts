import { setTimeout } from 'node:timers/promises'
import { createClient, http } from 'viem'
import { deployContract, waitForTransactionReceipt } from 'viem/actions'
import { foundry } from 'viem/chains'
import { tokenContract } from '../../../src/chain/contracts/token.ts'
import { ForeignNode, type NodeCommand } from '../../interop/foreignNode.ts'
import { compare, measurePairs } from '../pairs.ts'
import { type Row, row } from '../report.ts'
import { account } from './rawTransfers.ts'

/** In milliseconds: how long a node runs before its first transaction, as a test runner loads the tests meanwhile. */
const IDLE_MS = 1000

const ARGUMENTS = ['Bench', 'BENCH', [account.address], 1n] as const

/** Measures the first contract that is deployed at a node: until viem has its receipt. */
export async function measureFirstDeploy(
  pairs: number,
  ommer: NodeCommand,
  baseline: NodeCommand,
  target: number,
): Promise<Row> {
  await firstDeployAt(baseline) // loads and compiles viem
  const measured = await measurePairs(
    pairs,
    () => firstDeployAt(ommer),
    () => firstDeployAt(baseline),
  )
  return row(
    'first deploy through viem, a second after the start',
    'ms',
    baseline.name,
    compare(measured, (milliseconds) => milliseconds),
    target,
  )
}

async function firstDeployAt(command: NodeCommand): Promise<number> {
  const node = await ForeignNode.start(command)
  try {
    await setTimeout(IDLE_MS)
    const client = createClient({
      account,
      chain: foundry,
      transport: http(node.url),
      pollingInterval: 1,
    })
    const { abi, creationCode } = tokenContract
    const begun = performance.now()
    const hash = await deployContract(client, { abi, bytecode: creationCode, args: ARGUMENTS })
    const { status } = await waitForTransactionReceipt(client, { hash })
    const milliseconds = performance.now() - begun
    if (status !== 'success') throw new Error(`${command.name} did not deploy the contract`)
    return milliseconds
  } finally {
    await node.stop()
  }
}
