import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Runner } from '../../test/setup-ommer/runner.ts'
import { packPackage } from '../rehearse/package.ts'
import { headNumber } from './headNumber.ts'

// Runs the steps of the action setup-ommer as a runner of GitHub Actions does, in a job whose project has no ommer: it is
// installed from the packed package.

const scratch = mkdtempSync(join(tmpdir(), 'ommer-action-'))
const job = new Runner(join(scratch, 'job'))
try {
  const version = `file:${packPackage(scratch).tarball}`
  const inputs = { version, 'working-directory': scratch, options: '--port 0 --blocks 3' }
  const { code, stdout, env } = await job.main(inputs)
  assert.equal(code, 0, stdout)
  console.log(stdout.trim())
  assert.equal(await headNumber(env.ETH_RPC_URL as string), '0x3')
} finally {
  const { stdout } = await job.post()
  console.log(`the post step: ${stdout.trim() || 'stopped it'}`)
  rmSync(scratch, { recursive: true, force: true })
}
