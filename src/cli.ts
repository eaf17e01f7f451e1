#!/usr/bin/env node
import './cli/stopSignal.ts'
import { keepCompiledCode } from './cli/codeCache.ts'

keepCompiledCode()
void run()

async function run(): Promise<void> {
  // The rest takes a good part of a second to load, and may fail to: the process may run out of file descriptors.
  const { reportFailure } = await import('./cli/reportFailure.ts')
  try {
    const { main } = await import('./cli/main.ts')
    await main()
  } catch (error) {
    reportFailure(error)
  }
}
