import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { appendFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { Command } from 'commander'
import { buildPackage } from '../build/buildPackage.ts'
import { packPackage } from '../rehearse/package.ts'
import { absoluteLinks } from './absoluteLinks.ts'
import { type ReleasedVersion, releasedVersion } from './releasedVersion.ts'
import { uncommittedFiles } from './uncommittedFiles.ts'

const command = new Command('release')
  .description('Checks that a tag can be released, and packs what is published for it.')
  .argument('<tag>', 'v and the version of the package')
  .option('--out <folder>', 'the folder for the package, its checksum and the text of the release')
  .showSuggestionAfterError(false)
  .parse()
const [tag] = command.args as [string]
const { out } = command.opts<{ readonly out?: string }>()

/** What the README says before the first release. */
const UNPUBLISHED = 'It is not on npm yet'

const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as {
  readonly name: string
  readonly version: string
  readonly repository: { readonly url: string }
}
try {
  const { name, version } = manifest
  const changelog = readFileSync('CHANGELOG.md', 'utf8')
  const released = releasedVersion(tag, version, changelog, latestOnNpm(name))
  console.log(`${tag} can be released; npm's tag is ${released.npmTag}`)
  if (readFileSync('README.md', 'utf8').includes(UNPUBLISHED)) {
    throw new Error(
      `README.md says '${UNPUBLISHED}': take out what is true only before the first release`,
    )
  }
  if (out !== undefined) await writeRelease(released, out)
} catch (error) {
  console.error(`release: ${(error as Error).message}`)
  process.exitCode = 1
}

/** @returns undefined if the package is not on npm yet */
function latestOnNpm(name: string): string | undefined {
  const args = ['view', name, 'dist-tags.latest', '--json']
  const { stdout, error } = spawnSync('npm', args, { encoding: 'utf8' })
  if (error !== undefined) throw error
  const answer = JSON.parse(stdout || 'null') as string | null | { error: { code: string } }
  if (typeof answer === 'string') return answer
  if (answer?.error.code === 'E404') return undefined
  throw new Error(`npm does not say what users get now: ${answer?.error.code ?? 'no answer'}`)
}

async function writeRelease(
  { version, npmTag, notes }: ReleasedVersion,
  folder: string,
): Promise<void> {
  const [uncommitted] = uncommittedFiles('.')
  if (uncommitted !== undefined) {
    throw new Error(
      `${uncommitted} is not as in the last commit, which the tag names: commit first`,
    )
  }
  mkdirSync(folder, { recursive: true })
  if (readdirSync(folder).length > 0) throw new Error(`${folder} has files: want an empty folder`)
  // What is packed has the version and the changelog of now.
  await buildPackage()
  const { tarball } = packPackage(folder)
  const sha256 = createHash('sha256').update(readFileSync(tarball)).digest('hex')
  // As `sha256sum --check` reads it.
  writeFileSync(join(folder, 'SHA256SUMS'), `${sha256}  ${basename(tarball)}\n`)
  const repository = manifest.repository.url.replace(/^git\+|\.git$/g, '')
  writeFileSync(join(folder, 'notes.md'), `${absoluteLinks(notes, `${repository}/blob/${tag}`)}\n`)
  console.log(`${basename(tarball)} has sha256 ${sha256}`)
  const { GITHUB_OUTPUT } = process.env
  if (GITHUB_OUTPUT) appendFileSync(GITHUB_OUTPUT, `version=${version}\ntag=${npmTag}\n`)
}
