#!/usr/bin/env node
// The compiler of npm with the command line that Foundry expects.
import { readFileSync } from 'node:fs'
import solc from 'solc'

if (process.argv.includes('--version')) {
  console.log(`solc, the solidity compiler commandline interface\nVersion: ${solc.version()}`)
} else {
  process.stdout.write(solc.compile(readFileSync(0, 'utf8')))
}
