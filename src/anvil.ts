#!/usr/bin/env node
// The command `ommer-anvil` is `ommer anvil`, for tools that let you set the name of Anvil's program, but no command.
process.argv.splice(2, 0, 'anvil')
// Without `await`, which old versions of Node cannot read here: the build adds a check of the version.
void import('./cli.ts')
