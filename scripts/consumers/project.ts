import { spawnSync } from 'node:child_process'
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { writeDocsProject, writeDocsTests } from './docsProject.ts'

const templates = fileURLToPath(new URL('projects', import.meta.url))

/** Tests that run under several test runners. */
const suite = fileURLToPath(new URL('suite', import.meta.url))
const suiteProjects = ['jest', 'mocha', 'node-test', 'vitest']

/** The projects that use the package, one for each folder of `projects/`. */
export const projectNames: readonly string[] = readdirSync(templates)

export const managers = ['npm', 'pnpm'] as const

export type Manager = (typeof managers)[number]

/** pnpm comes from npm's registry, in a version that runs on the oldest Node that ommer supports. */
const commands: Record<Manager, string> = {
  npm: 'npm install --no-audit --no-fund --no-package-lock',
  pnpm: 'npx --yes pnpm@10.34.8 install --no-lockfile',
}

export interface ProjectRun {
  readonly project: string
  readonly manager: Manager
  /** its output if it failed; undefined if it passed */
  readonly complaint: string | undefined
  readonly seconds: number
}

/**
 * Installs the package in a project and runs its tests.
 *
 * @param tarball of the package
 * @param scratch a folder that no other run uses
 */
export function runProject(
  project: string,
  manager: Manager,
  tarball: string,
  scratch: string,
): ProjectRun {
  const folder = join(scratch, `${project}-${manager}`)
  cpSync(join(templates, project), folder, { recursive: true })
  if (suiteProjects.includes(project)) cpSync(suite, join(folder, 'suite'), { recursive: true })
  const manifest = join(folder, 'package.json')
  const template = JSON.parse(readFileSync(manifest, 'utf8'))
  template.devDependencies.ommer = `file:${tarball}`
  writeFileSync(manifest, JSON.stringify(template))
  if (project === 'docs') writeDocsProject(folder)
  if (project === 'jest' || project === 'mocha') writeDocsTests(folder, project)
  const start = performance.now()
  const complaint = run(commands[manager], folder) ?? run('npm test --silent', folder)
  return { project, manager, complaint, seconds: (performance.now() - start) / 1000 }
}

/** @returns its output if it failed */
function run(command: string, cwd: string): string | undefined {
  const { status, stdout, stderr } = spawnSync(command, { cwd, shell: true, encoding: 'utf8' })
  return status === 0 ? undefined : `${command}\n${stdout}${stderr}`
}
