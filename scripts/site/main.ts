import { resolve } from 'node:path'
import { Command } from 'commander'
import { buildSite, SiteError } from './buildSite.ts'
import { defaultBase, version } from './repository.ts'
import { serveSite } from './serveSite.ts'

const command = new Command('site')
  .description('Builds the documentation site of this version from README.md and docs/.')
  .option('--out <folder>', 'the folder of the whole site, which keeps its other versions', 'site')
  .option('--base <path>', 'the path at which it will be served', defaultBase)
  .option('--serve [port]', 'also serves it on 127.0.0.1, until Ctrl+C')
  .showSuggestionAfterError(false)
  .parse()
const { out, base, serve } = command.opts<{
  readonly out: string
  readonly base: string
  readonly serve?: string | true
}>()
const folder = resolve(out)

try {
  if (!/^\/(?:[\w.-]+\/)*$/.test(base)) {
    throw new SiteError(`--base ${base}: it begins and ends with a slash, such as ${defaultBase}`)
  }
  const latest = buildSite(folder, base)
  console.log(`site: ${out}/${version}/ is built, no link is dead, latest/ leads to ${latest}`)
  if (serve !== undefined) {
    const port = serve === true ? 8080 : Number(serve)
    await serveSite(folder, base, port)
    console.log(`site: http://127.0.0.1:${port}${base}`)
  }
} catch (error) {
  if (!(error instanceof SiteError)) throw error
  console.error(`site: ${error.message}`)
  process.exitCode = 1
}
