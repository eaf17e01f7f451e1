import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Licences that allow distributing a bundle together with their text. */
const ALLOWED = ['0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'ISC', 'MIT', 'MPL-2.0']

/** The text of these licences is always the same, so a package without it can use the text of another package. */
const UNIFORM = ['MPL-2.0']

const LICENCE_FILE = /^(?:licen[cs]e|copying|notice)(?:\.(?:md|txt))?$/i

/** A package that is at least partly in a bundle. */
interface BundledPackage {
  /** with its version */
  readonly name: string
  readonly licence: string
  /** of its sources */
  readonly address: string
  readonly text: string
}

/** The licence of a package is unknown, or does not allow bundling. */
class LicenceError extends Error {}

/**
 * Collects the licences of all bundled packages.
 *
 * @param paths of all bundled modules, relative to `root`
 * @throws {LicenceError} if a licence does not allow it
 */
export function licencesOf(paths: readonly string[], root: string): string {
  const folders = paths.flatMap((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path) ?? [])
  const packages = [...new Set(folders)]
    .map((folder) => readPackage(join(root, folder)))
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
  /** the first package of each text */
  const known = new Map<string, string>()
  let written = INTRODUCTION
  for (const { name, licence, address, text: own } of packages) {
    const text = own === '' ? uniformText(name, licence, packages) : own
    const first = known.get(text)
    known.set(text, first ?? name)
    const body = first === undefined ? text : `The text is the same as for ${first}, above.`
    written += `\n${RULE}\n${name} (${licence})\n${address}\n\n${body}\n`
  }
  return written
}

const INTRODUCTION =
  'The JavaScript files in this folder contain code of these packages, bundled and otherwise unchanged. Their sources are at the addresses below, and on npm under these versions.\n'

const RULE = '-'.repeat(80)

function readPackage(folder: string): BundledPackage {
  const { name, version, license, repository, homepage } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  )
  if (!ALLOWED.includes(license)) {
    const problem = `licence ${license} is none of: ${ALLOWED.join(', ')}`
    throw new LicenceError(`${name}: ${problem}`)
  }
  const text = readdirSync(folder)
    .filter((file) => LICENCE_FILE.test(file))
    .map((file) => readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n').trim())
    .join('\n\n')
  const address = typeof repository === 'string' ? repository : (repository?.url ?? homepage)
  return { name: `${name} ${version}`, licence: license, address, text }
}

function uniformText(name: string, licence: string, packages: readonly BundledPackage[]): string {
  const other = packages.find((each) => each.licence === licence && each.text !== '')
  if (UNIFORM.includes(licence) && other !== undefined) return other.text
  throw new LicenceError(
    `${name}: the package does not contain the text of its licence, ${licence}`,
  )
}
