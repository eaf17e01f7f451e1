// What a runner of GitHub Actions passes to an action and takes from it: environment variables, files, and lines on stdout.
import { appendFileSync } from 'node:fs'

/** @param {string} name of an input in action.yml */
export function input(name) {
  return (process.env[`INPUT_${name.toUpperCase()}`] ?? '').trim()
}

/**
 * Adds a value to one of the runner's files. No value here has a line break.
 *
 * @param {'OUTPUT' | 'ENV' | 'STATE'} file
 * @param {string} name
 * @param {string | number} value
 */
export function set(file, name, value) {
  const path = process.env[`GITHUB_${file}`]
  if (!path) throw new Error(`GITHUB_${file} is not set: this is an action, which a runner starts`)
  appendFileSync(path, `${name}=${value}\n`)
}

/** @param {string} name of what the main step has set */
export function state(name) {
  return process.env[`STATE_${name}`] ?? ''
}

/** The folder for files of this job. */
export function temporaryFolder() {
  const folder = process.env.RUNNER_TEMP
  if (!folder) throw new Error('RUNNER_TEMP is not set: this is an action, which a runner starts')
  return folder
}

/**
 * Prints text that the log shows folded.
 *
 * @param {string} title
 * @param {string} text
 */
export function group(title, text) {
  if (text.trim() === '') return
  // No line of it is a command to the runner.
  const token = `setup-ommer-${process.pid}-${Date.now()}`
  console.log(
    `::group::${title}\n::stop-commands::${token}\n${text.trimEnd()}\n::${token}::\n::endgroup::`,
  )
}

/**
 * Fails the step with one line, which the summary of the run shows.
 *
 * @param {string} message
 */
export function fail(message) {
  const escaped = message.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
  console.log(`::error title=setup-ommer::${escaped}`)
  process.exitCode = 1
}
