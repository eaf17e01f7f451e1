import { execFile } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { kindNames } from '../../../src/chain/spec/trafficKindNames.ts'
import { version } from '../../../src/version.ts'
import { buildPackage } from '../../build/buildPackage.ts'
import { ForeignNode } from '../foreignNode.ts'
import { ommerDev } from '../ommerNode.ts'
import { type Outcomes, readKnown } from '../outcomes.ts'
import { installProject, NotInstalledError } from '../project.ts'
import { differences, tableOf } from './outcomes.ts'

// Runs web3.py's own tests of its modules, which come with the package, against `ommer --dev`. Prints how many have passed,
// and exits with 1 if other tests fail than known.yaml lists. `-- --url URL --name NAME` runs them against another node
// with the same accounts, whose client version begins with NAME, and only prints what fails.

const { values } = parseArgs({
  options: { url: { type: 'string' }, name: { type: 'string', default: 'ommer' } },
})

/** In milliseconds. */
const RUN_MAX = 1_200_000

const python = join('venv', 'bin', 'python')

const traffic = kindNames.map((kind) => `${kind}=${kind.endsWith('-market-transfer') ? 1 : 0}`)

/**
 * The tests expect this chain id. As the node that web3.py tests, it mines at an interval, so that tests see transactions
 * pending. Most blocks are empty, which lowers the base fee below the prices that the tests pay; the others
 * have no logs, because the tests expect theirs to be the first.
 */
const options = [
  '--traffic',
  traffic.join(','),
  '--preset',
  'latest',
  '--blocks',
  '48',
  '--transactions-per-block',
  '0-1',
  '--finality',
  'safe=2,finalized=4',
  '--chain-id',
  '131277322940537',
  '--gas-limit',
  '30000000',
  '--block-time',
  '1',
  // The tests expect geth's shapes, and a client version that begins with the name of the node.
  '--dialect',
  'geth',
  '--client-version',
  `ommer/${version}`,
]

try {
  const folder = installProject('web3py', new URL('suite/', import.meta.url), 'requirements.txt', [
    ['python3', '-m', 'venv', 'venv'],
    [python, '-m', 'pip', 'install', '--quiet', '--requirement', 'requirements.txt'],
  ])
  const known = values.url === undefined ? readKnown(new URL('known.yaml', import.meta.url)) : []
  const outcomes =
    values.url === undefined ? await runOnOmmer(folder) : await run(folder, values.url)
  console.log(tableOf(outcomes))
  const lines = differences(outcomes, new Map(known))
  for (const line of lines) console.log(line)
  if (values.url === undefined) {
    const end = lines.length === 0 ? 'as known.yaml lists them' : 'DIFFERENT from known.yaml'
    console.log(`interop:web3py: ${end}`)
    if (lines.length > 0) process.exitCode = 1
  }
} catch (error) {
  if (!(error instanceof NotInstalledError)) throw error
  console.log(`interop:web3py: skipped, ${error.message}`)
}

async function runOnOmmer(folder: string): Promise<Outcomes> {
  await buildPackage()
  const node = await ForeignNode.start(ommerDev(...options))
  try {
    return await run(folder, node.url)
  } finally {
    await node.stop()
  }
}

/** @throws if pytest does not write its report */
async function run(folder: string, url: string): Promise<Outcomes> {
  const report = join(folder, 'report.json')
  rmSync(report, { force: true })
  const args = ['-m', 'pytest', '--quiet', '--tb', 'short', 'test_modules.py']
  const env = { ...process.env, NODE_URL: url, NODE_NAME: values.name, REPORT: report }
  const limits = { timeout: RUN_MAX, maxBuffer: 1 << 28 }
  // It exits with 1 if a test fails.
  const { stdout, stderr } = await promisify(execFile)(join(folder, python), args, {
    cwd: folder,
    env,
    ...limits,
  }).catch((error: { readonly stdout: string; readonly stderr: string }) => error)
  try {
    return JSON.parse(readFileSync(report, 'utf8')) as Outcomes
  } catch (error) {
    throw new Error(`pytest has no report: ${`${stdout}${stderr}`.slice(-3000)}`, { cause: error })
  }
}
