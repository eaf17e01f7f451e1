import { parseArgs } from 'node:util'
import { buildPackage } from '../../build/buildPackage.ts'
import { ForeignNode, type NodeCommand } from '../foreignNode.ts'
import { installNodes, nodes } from '../nodes.ts'
import { ommerDev } from '../ommerNode.ts'
import { NotInstalledError } from '../project.ts'
import { type Facts, requireExpected } from './facts.ts'
import { deployWithFoundry } from './foundry.ts'
import { deployWithHardhat } from './hardhat.ts'

// Runs deploy scripts for Hardhat's and Foundry's nodes against `ommer --dev --chain-id 31337`, each against a server of its
// own. `-- hardhat` runs only one of them, `--on anvil` or `--on hardhat` against these nodes, for which the scripts are
// made, and `--url URL` against a server that runs already.

const scripts: Readonly<Record<string, (url: string) => Promise<Facts>>> = {
  hardhat: deployWithHardhat,
  foundry: deployWithFoundry,
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { on: { type: 'string', default: 'ommer' }, url: { type: 'string' } },
})
const unknown = positionals.find((name) => !(name in scripts))
if (unknown !== undefined) fail(`'${unknown}' is none of: ${Object.keys(scripts).join(', ')}`)

const node = values.url === undefined ? await nodeNamed(values.on) : undefined
for (const [name, deploy] of Object.entries(scripts)) {
  if (positionals.length > 0 && !positionals.includes(name)) continue
  console.log(`${name} on ${values.url ?? values.on}: ${await resultOf(deploy)}`)
}

async function resultOf(deploy: (url: string) => Promise<Facts>): Promise<string> {
  const started = node && (await ForeignNode.start(node))
  try {
    const found = await deploy(values.url ?? (started as ForeignNode).url)
    requireExpected(found)
    return `passed, ${JSON.stringify(found)}`
  } catch (error) {
    if (error instanceof NotInstalledError) return `skipped, ${error.message}`
    process.exitCode = 1
    return `FAILED: ${error instanceof Error ? error.message : error}`
  } finally {
    await started?.stop()
  }
}

async function nodeNamed(name: string): Promise<NodeCommand> {
  if (name === 'ommer') {
    await buildPackage()
    return ommerDev('--preset', 'latest', '--chain-id', '31337')
  }
  const found = nodes.find((each) => each.name === name)
  if (found === undefined) return fail(`'${name}' is no node: ommer, anvil or hardhat`)
  installNodes()
  return found
}

function fail(message: string): never {
  console.error(message)
  process.exit(1)
}
