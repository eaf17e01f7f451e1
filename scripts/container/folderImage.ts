import { execSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { commandOf, type Stage } from './dockerfile.ts'

/** What the last stage of a Dockerfile makes: a folder instead of an image, and how it is started. */
export interface FolderImage {
  /** stands for `/` */
  readonly root: string
  readonly env: Readonly<Record<string, string>>
  readonly user: string
  readonly port: string
  readonly health: readonly string[]
  readonly command: readonly string[]
}

/** The state of a stage while its instructions run. */
interface Built {
  readonly root: string
  cwd: string
  readonly env: Record<string, string>
  user: string
  port: string
  health: readonly string[]
  entrypoint: readonly string[]
  cmd: readonly string[]
}

/**
 * Runs the instructions of a Dockerfile with Node and npm of this machine, in folders instead of images.
 *
 * @param folder for the roots of the stages
 * @throws {Error} for an instruction that it does not know
 */
export function buildInFolder(
  stages: readonly Stage[],
  context: string,
  folder: string,
): FolderImage {
  const roots = new Map<string, string>()
  let built: Built | undefined
  for (const [index, stage] of stages.entries()) {
    const root = join(folder, `stage${index}`)
    mkdirSync(join(root, 'tmp'), { recursive: true })
    if (stage.name !== undefined) roots.set(stage.name, root)
    built = runStage(stage, root, (from) => (from === undefined ? context : roots.get(from)))
  }
  if (built === undefined) throw new Error('the Dockerfile has no FROM')
  const { root, env, user, port, health, entrypoint, cmd } = built
  makeReadOnly(root)
  return { root, env, user, port, health, command: [...entrypoint, ...cmd] }
}

function runStage(
  stage: Stage,
  root: string,
  sourceOf: (from: string | undefined) => string | undefined,
): Built {
  const built: Built = {
    root,
    cwd: root,
    env: {},
    user: '',
    port: '',
    health: [],
    entrypoint: [],
    cmd: [],
  }
  for (const instruction of stage.instructions) {
    const { name, flags, rest } = instruction
    if (name === 'COPY') {
      const source = sourceOf(flags.from)
      if (source === undefined) throw new Error(`COPY: there is no stage '${flags.from}'`)
      copy(rest.split(/\s+/), source, built)
    } else if (name === 'RUN') {
      const env = { ...process.env, ...inFolder(built.env, root) }
      execSync(rest, { cwd: built.cwd, env, stdio: ['ignore', 'inherit', 'inherit'] })
    } else if (name === 'WORKDIR') {
      built.cwd = within(rest, built)
      mkdirSync(built.cwd, { recursive: true })
    } else if (name === 'ENV') {
      for (const [, key, value] of rest.matchAll(/(\w+)=(\S+)/g))
        built.env[key as string] = value as string
    } else if (name === 'USER') built.user = rest
    else if (name === 'EXPOSE') built.port = rest
    else if (name === 'HEALTHCHECK') built.health = commandOf(instruction)
    else if (name === 'ENTRYPOINT') built.entrypoint = commandOf(instruction)
    else if (name === 'CMD') built.cmd = commandOf(instruction)
    else throw new Error(`${name}: only docker can run this instruction`)
  }
  return built
}

/** A folder that is copied becomes the target, a file is put into it. */
function copy(paths: readonly string[], source: string, built: Built): void {
  const target = within(paths.at(-1) as string, built)
  for (const path of paths.slice(0, -1)) {
    const from = join(source, path)
    const isFolder = statSync(from).isDirectory()
    cpSync(from, isFolder ? target : join(target, basename(path)), { recursive: true })
  }
}

function within(path: string, { root, cwd }: Built): string {
  return path.startsWith('/') ? join(root, path) : resolve(cwd, path)
}

/** Words that are paths of the image, as paths of the folder. */
export function inFolder<T extends Readonly<Record<string, string>> | readonly string[]>(
  words: T,
  root: string,
): T {
  const map = (word: string) => (/^\/\w/.test(word) ? join(root, word) : word)
  if (Array.isArray(words)) return words.map(map) as unknown as T
  return Object.fromEntries(Object.entries(words).map(([name, word]) => [name, map(word)])) as T
}

/** Lets nobody but root write, except to `/tmp`. */
function makeReadOnly(root: string): void {
  for (const path of everythingIn(root)) chmodSync(path, statSync(path).mode & ~0o222)
  chmodSync(join(root, 'tmp'), 0o1777)
}

/** Undoes it, so that the folder can be removed. */
export function makeWritable(root: string): void {
  if (existsSync(root))
    for (const path of everythingIn(root)) chmodSync(path, statSync(path).mode | 0o200)
}

/** Folders come before what is in them. */
function everythingIn(root: string): string[] {
  const entries = readdirSync(root, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => !entry.isSymbolicLink())
  return [root, ...paths.map((entry) => join(entry.parentPath, entry.name))]
}
