import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Argument, Command, Option } from 'commander'
import { type Installation, installAlone } from './installed.ts'
import { managers } from './managers.ts'
import { packPackage } from './package.ts'
import { projectNames, runProject } from './project.ts'
import { type LocalRegistry, RegistryError, startRegistry } from './registry.ts'

/** Another package that test suites install to have a node. */
const OTHER = 'prool'

/** Installations of each package; the median is printed. */
const INSTALLATIONS = 5

const command = new Command('rehearse')
  .description(
    'Publishes the built package in a registry on this machine, installs it by name in projects of several kinds, runs their tests, and lists what a user gets.',
  )
  .addArgument(new Argument('[projects...]', 'by default all').choices(projectNames))
  .addOption(new Option('--manager <name>', 'by default all').choices(Object.keys(managers)))
  .option('--list-only', 'publish, and list what a user gets')
  .parse()
const { manager, listOnly } = command.opts<{
  readonly manager?: string
  readonly listOnly?: true
}>()

const scratch = mkdtempSync(join(tmpdir(), 'ommer-rehearse-'))
try {
  await rehearse(await startRegistry(scratch))
} catch (error) {
  if (!(error instanceof RegistryError)) throw error
  console.log(`rehearse: skipped, ${error.message}`)
} finally {
  rmSync(scratch, { recursive: true, force: true })
}

async function rehearse(registry: LocalRegistry): Promise<void> {
  try {
    const packed = packPackage(scratch)
    registry.publish(packed.tarball)
    for (const { path, size } of packed.files) console.log(`${kilobytes(size)}  ${path}`)
    console.log(
      `${packed.files.length} files, ${kilobytes(packed.unpackedSize)}, packed ${kilobytes(packed.size)}\n`,
    )
    compareInstallations(registry.url)
    if (!listOnly) runProjects(packed.version, registry.url)
  } finally {
    await registry.close()
  }
}

function runProjects(version: string, registry: string): void {
  const chosen = command.args.length === 0 ? projectNames : command.args
  const home = join(scratch, 'home')
  mkdirSync(home)
  for (const project of chosen) {
    for (const [name, each] of Object.entries(managers)) {
      if (manager !== undefined && manager !== name) continue
      const folder = join(scratch, `${project}-${name}`)
      const { result, complaint, seconds } = runProject(
        project,
        each,
        version,
        registry,
        folder,
        home,
      )
      console.log(
        `${project.padEnd(12)} ${name.padEnd(5)} ${result.padEnd(7)} ${seconds.toFixed(0).padStart(4)} s`,
      )
      rmSync(folder, { recursive: true, force: true })
      if (complaint === undefined) continue
      console.error(complaint)
      if (result === 'failed') process.exitCode = 1
    }
  }
}

/** The other package goes first once, so that the registry has it on this machine, too. */
function compareInstallations(registry: string): void {
  const installations = Array.from({ length: INSTALLATIONS + 1 }, (_, index) =>
    ['ommer', OTHER].map((name) =>
      installAlone(name, registry, join(scratch, `${name}-alone-${index}`)),
    ),
  ).slice(1)
  const [own, other] = [0, 1].map((index) =>
    installations.map((pair) => pair[index] as Installation),
  )
  if (own === undefined || other === undefined) return
  print('ommer', own)
  print(OTHER, other)
  console.log(
    `npm install of ommer takes ${(median(own) / median(other)).toFixed(2)} of ${OTHER}'s time`,
  )
  console.log(`with ommer: ${own[0]?.packages.join(', ')}\n`)
}

function print(name: string, installations: readonly Installation[]): void {
  const [first] = installations
  if (first === undefined) return
  const { packages, size } = first
  console.log(
    `${name}: ${packages.length === 1 ? '1 package' : `${packages.length} packages`}, ${kilobytes(size)}, npm install ${median(installations).toFixed(2)} s`,
  )
}

function median(installations: readonly Installation[]): number {
  const sorted = installations.map(({ seconds }) => seconds).toSorted((one, other) => one - other)
  return sorted[Math.floor(sorted.length / 2)] as number
}

function kilobytes(size: number): string {
  return `${(size / 1000).toFixed(1).padStart(8)} kB`
}
