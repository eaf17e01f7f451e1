import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { GETH_VERSION } from '../geth/gethProgram.ts'
import type { CaseFile } from './caseFile.ts'
import { comparable } from './comparable.ts'
import { runCase } from './runCase.ts'

// Runs the test cases of geth's tracers, which its licence (LGPL-3.0) keeps out of this repository.

const MODULE = `github.com/ethereum/go-ethereum@v${GETH_VERSION}`

const folders: Readonly<Record<string, string>> = {
  call_tracer: 'callTracer',
  call_tracer_withLog: 'callTracer',
  call_tracer_flat: 'flatCallTracer',
  prestate_tracer: 'prestateTracer',
  prestate_tracer_with_diff_mode: 'prestateTracer',
}

function sourceOfGeth(): string {
  const [given] = process.argv.slice(2)
  if (given !== undefined) return given
  const output = execFileSync('go', ['mod', 'download', '-json', MODULE], { encoding: 'utf8' })
  return (JSON.parse(output) as { Dir: string }).Dir
}

const data = join(sourceOfGeth(), 'eth/tracers/internal/tracetest/testdata')
let failures = 0
for (const [folder, tracer] of Object.entries(folders)) {
  let passed = 0
  const names = readdirSync(join(data, folder)).filter((name) => name.endsWith('.json'))
  for (const name of names) {
    const file = JSON.parse(readFileSync(join(data, folder, name), 'utf8')) as CaseFile
    let actual: unknown
    try {
      actual = await runCase(file, tracer)
    } catch (error) {
      actual = error
    }
    if (isDeepStrictEqual(comparable(actual), comparable(file.result))) passed++
    else {
      failures++
      console.log(`${folder}/${name}`)
      console.log('  expected', JSON.stringify(file.result))
      console.log('  actual  ', actual instanceof Error ? actual.stack : JSON.stringify(actual))
    }
  }
  console.log(`${folder}: ${passed} of ${names.length} as geth`)
}
process.exitCode = failures === 0 ? 0 : 1
