#!/usr/bin/env node
import './cli/stopSignal.ts'

// The rest takes a good part of a second to load, and whoever starts ommer may stop it right away.
const { main } = await import('./cli/main.ts')
await main()
