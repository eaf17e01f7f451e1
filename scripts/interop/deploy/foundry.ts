import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { installProject, npmInstall } from '../project.ts'
import { DEPLOYER_KEY, type Facts, OTHER_KEY } from './facts.ts'
import { runTool } from './runTool.ts'

/** What `forge script --broadcast` writes about its transactions. */
interface Broadcast {
  readonly chain: number
  readonly receipts: readonly {
    readonly status: string
    readonly contractAddress: string | null
    readonly blockNumber: string
  }[]
}

interface Log {
  readonly topics: readonly string[]
  readonly data: string
}

/**
 * Deploys with `forge script`, and goes on with `cast send`. Both sign their transactions (`eth_sendRawTransaction`).
 *
 * @param options of `forge script`
 * @throws {NotInstalledError}
 */
export async function deployWithFoundry(
  url: string,
  options: readonly string[] = [],
): Promise<Facts> {
  const folder = installProject(
    'deploy',
    new URL('projects/foundry/', import.meta.url),
    'package.json',
    npmInstall,
  )
  const run = (tool: 'forge' | 'cast', ...args: readonly string[]) => {
    const program = join('node_modules', '@foundry-rs', tool, 'bin.mjs')
    return runTool(folder, process.execPath, [program, ...args, '--rpc-url', url])
  }
  const cast = (...args: readonly string[]) => run('cast', ...args)
  const chainId = (await cast('chain-id')).trim()
  const script = join('script', 'Deploy.s.sol:Deploy')
  // Of an earlier run.
  rmSync(join(folder, 'broadcast'), { recursive: true, force: true })
  await run('forge', 'script', script, '--broadcast', '--private-key', DEPLOYER_KEY, ...options)
  const file = join(folder, 'broadcast', 'Deploy.s.sol', chainId, 'run-latest.json')
  const { chain, receipts } = JSON.parse(readFileSync(file, 'utf8')) as Broadcast
  const [deployed, changed] = receipts
  if (deployed?.contractAddress == null || changed === undefined) {
    throw new Error(`forge has not sent two transactions: ${JSON.stringify(receipts)}`)
  }
  const { contractAddress: address, blockNumber } = deployed
  // With its gas, and below no `cast call`: Hardhat's node refuses the calls of cast, which have both data and input.
  const signed = ['--private-key', OTHER_KEY, '--gas-limit', '100000', '--json']
  const { status } = JSON.parse(await cast('send', address, 'increment()', ...signed))
  const logs: readonly Log[] = JSON.parse(
    await cast('logs', '--from-block', blockNumber, '--address', address, '--json'),
  )
  return {
    chainId: chain,
    hasCode: (await cast('code', address)).trim() !== '0x',
    number: Number(await cast('storage', address, '0')),
    statuses: [Number(changed.status), Number(status)],
    changes: logs.map(({ topics, data }) => [`0x${topics[1]?.slice(26)}`, Number(data)]),
  }
}
