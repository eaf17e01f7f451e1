import { parseArgs } from 'node:util'
import { buildPackage } from '../../build/buildPackage.ts'
import { ForeignNode, type NodeCommand } from '../foreignNode.ts'
import { installNodes, nodes } from '../nodes.ts'
import { ommerAnvil, ommerDev } from '../ommerNode.ts'
import { NotInstalledError } from '../project.ts'
import { type Facts, requireExpected } from './facts.ts'
import { deployWithFoundry } from './foundry.ts'
import { deployWithHardhat } from './hardhat.ts'
import { deployAtOnce, type Scripts } from './twoEndpoints.ts'

// Runs deploy scripts for Hardhat's and Foundry's nodes against `ommer --dev` and `ommer-anvil`, each against a server of
// its own, and then both at once in two endpoints of one server. `-- hardhat` runs only one of them, `--on anvil` or
// `--on hardhat` against these nodes, for which the scripts are made, and `--url URL` against a server that runs already.

const scripts: Scripts = {
  hardhat: deployWithHardhat,
  foundry: (url) => deployWithFoundry(url),
}

/** The same with one transaction after another: forge's may arrive in any order, and then share a block. */
const orderedScripts: Scripts = {
  ...scripts,
  foundry: (url) => deployWithFoundry(url, ['--slow']),
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { on: { type: 'string', default: 'ommer' }, url: { type: 'string' } },
})
const unknown = positionals.find((name) => !(name in scripts))
if (unknown !== undefined) fail(`'${unknown}' is none of: ${Object.keys(scripts).join(', ')}`)

const nodesToTry = values.url === undefined ? await nodesNamed(values.on) : [undefined]
for (const [name, deploy] of Object.entries(scripts)) {
  if (positionals.length > 0 && !positionals.includes(name)) continue
  for (const node of nodesToTry) {
    const result = await resultOf(() => runAlone(deploy, node))
    console.log(`${name} on ${values.url ?? node?.name}: ${result}`)
  }
}
if (positionals.length === 0 && values.url === undefined && values.on === 'ommer') {
  const keys = Object.keys(scripts).flatMap((name) => ['--api-key', `${name}:geth`])
  const together = ommerDev('--clock', 'simulated', ...keys)
  const result = await resultOf(() => deployAtOnce(together, orderedScripts))
  console.log(`${Object.keys(scripts).join(' and ')} at once: ${result}`)
}

async function runAlone(
  deploy: (url: string) => Promise<Facts>,
  node: NodeCommand | undefined,
): Promise<string> {
  const started = node && (await ForeignNode.start(node))
  try {
    const found = await deploy(values.url ?? (started as ForeignNode).url)
    requireExpected(found)
    return JSON.stringify(found)
  } finally {
    await started?.stop()
  }
}

async function resultOf(run: () => Promise<string>): Promise<string> {
  try {
    return `passed, ${await run()}`
  } catch (error) {
    if (error instanceof NotInstalledError) return `skipped, ${error.message}`
    process.exitCode = 1
    return `FAILED: ${error instanceof Error ? error.message : error}`
  }
}

async function nodesNamed(name: string): Promise<readonly NodeCommand[]> {
  if (name === 'ommer') {
    await buildPackage()
    return [ommerDev(), ommerAnvil()]
  }
  const found = nodes.find((each) => each.name === name)
  if (found === undefined) return fail(`'${name}' is no node: ommer, anvil or hardhat`)
  installNodes()
  return [found]
}

function fail(message: string): never {
  console.error(message)
  process.exit(1)
}
