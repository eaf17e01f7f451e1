import { spawnSync } from 'node:child_process'
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { writeDocsProject, writeDocsTests } from './docsProject.ts'
import type { Manager } from './managers.ts'

const templates = fileURLToPath(new URL('projects', import.meta.url))

/** Tests that run under several test runners. */
const suite = fileURLToPath(new URL('suite', import.meta.url))
const suiteProjects = ['jest', 'mocha', 'node-test', 'vitest']

/** The projects that use the package, one for each folder of `projects/`. */
export const projectNames: readonly string[] = readdirSync(templates)

export interface ProjectRun {
  readonly result: 'passed' | 'failed' | 'skipped'
  /** why it did not pass: the output, or what is missing */
  readonly complaint: string | undefined
  readonly seconds: number
}

/**
 * Installs the package by its name in a project, and runs the tests of the project.
 *
 * @param registry where the package is published
 * @param folder of the project, which does not exist yet
 * @param home the folder in which package managers keep what they have loaded: an older build has the same version
 */
export function runProject(
  project: string,
  manager: Manager,
  version: string,
  registry: string,
  folder: string,
  home: string,
): ProjectRun {
  cpSync(join(templates, project), folder, { recursive: true })
  if (suiteProjects.includes(project)) cpSync(suite, join(folder, 'suite'), { recursive: true })
  const manifest = join(folder, 'package.json')
  const template = JSON.parse(readFileSync(manifest, 'utf8'))
  template.devDependencies.ommer = version
  writeFileSync(manifest, JSON.stringify(template))
  for (const [name, text] of Object.entries(manager.settings(registry))) {
    writeFileSync(join(folder, name), text)
  }
  if (project === 'docs') writeDocsProject(folder)
  if (project === 'jest' || project === 'mocha') writeDocsTests(folder, project)
  const start = performance.now()
  const uninstalled = run(manager.install, folder, home)
  const complaint = uninstalled ?? run('npm test --silent', folder, home)
  const seconds = (performance.now() - start) / 1000
  if (complaint === undefined) return { result: 'passed', complaint, seconds }
  // A registry need not have what others need only on other platforms; Yarn wants it all.
  const [, missing] = NOT_FOUND.exec(uninstalled ?? '') ?? []
  return missing === undefined || missing.startsWith('ommer@')
    ? { result: 'failed', complaint, seconds }
    : { result: 'skipped', complaint: `the registry has no ${missing}`, seconds }
}

const NOT_FOUND = /(\S+): Package not found/

/** @returns its output if it failed */
function run(command: string, cwd: string, home: string): string | undefined {
  const { status, stdout, stderr } = spawnSync(command, {
    cwd,
    shell: true,
    encoding: 'utf8',
    env: { ...process.env, HOME: home, USERPROFILE: home, LOCALAPPDATA: home },
  })
  return status === 0 ? undefined : `${command}\n${stdout}${stderr}`
}
