#!/usr/bin/env node
// The command `ommer-anvil` is `ommer anvil`, for tools that let you set the name of Anvil's program, but no command.
process.argv.splice(2, 0, 'anvil')
void import('./cli.ts')
