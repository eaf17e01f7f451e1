import { readFileSync } from 'node:fs'

/** A package in a lock file, as far as it is read here. */
interface Locked {
  readonly version: string
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>
}

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
}

type Packages = Readonly<Record<string, Locked>>

/**
 * The packages that the image installs: the dependencies of the package, and its optional peers, which are for options such
 * as `--journal redis://…`. Their versions are those of the repository's lock file, with which the tests run.
 *
 * @returns the text of each file, by its path
 */
export function imageFiles(): ReadonlyMap<string, string> {
  const { dependencies = {}, peerDependencies = {} } = readJson('package.json') as Manifest
  const { packages } = readJson('package-lock.json') as { readonly packages: Packages }
  const names = Object.keys({ ...dependencies, ...peerDependencies }).sort()
  const root = {
    dependencies: Object.fromEntries(
      names.map((name) => [name, (packages[`node_modules/${name}`] as Locked).version]),
    ),
  }
  const reached = new Map<string, Locked>()
  for (const name of names) reach(name, '', packages, reached)
  const locked = [...reached].sort(([a], [b]) => (a < b ? -1 : 1))
  const lock = {
    name: 'ommer-image',
    lockfileVersion: 3,
    requires: true,
    packages: { '': { name: 'ommer-image', ...root }, ...Object.fromEntries(locked) },
  }
  return new Map([
    ['deploy/image/package.json', text({ name: 'ommer-image', private: true, ...root })],
    ['deploy/image/package-lock.json', text(lock)],
  ])
}

/** Adds a package that another one names, and all that it needs. */
function reach(name: string, from: string, packages: Packages, reached: Map<string, Locked>): void {
  const location = locate(name, from, packages)
  if (location === undefined || reached.has(location)) return
  // In this lock file none of them is for development only.
  const { dev, peer, optional, devOptional, ...locked } = packages[location] as Locked &
    Record<'dev' | 'peer' | 'optional' | 'devOptional', unknown>
  reached.set(location, locked)
  for (const each of namesNeeded(locked)) reach(each, location, packages, reached)
}

function namesNeeded(locked: Locked): readonly string[] {
  const { dependencies, optionalDependencies, peerDependencies = {}, peerDependenciesMeta } = locked
  const peers = Object.keys(peerDependencies).filter(
    (peer) => !peerDependenciesMeta?.[peer]?.optional,
  )
  return [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers]
}

/** Where Node finds a package: in the nearest `node_modules`. */
function locate(name: string, from: string, packages: Packages): string | undefined {
  const location = from === '' ? `node_modules/${name}` : `${from}/node_modules/${name}`
  if (location in packages || from === '') return location in packages ? location : undefined
  return locate(name, from.slice(0, Math.max(0, from.lastIndexOf('/node_modules/'))), packages)
}

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(path, 'utf8'))
}

function text(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`
}
