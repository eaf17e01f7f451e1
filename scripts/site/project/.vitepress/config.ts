import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { renderMermaidSVG } from 'beautiful-mermaid'
import { type DefaultTheme, defineConfig, type MarkdownOptions, type Plugin } from 'vitepress'
import { diagram } from '../../diagram.ts'
import { headingAnchor } from '../../headingAnchor.ts'
import { home } from '../../home.ts'
import { HOME, pages, summaryOf } from '../../pages.ts'
import { repositoryFolder, repositoryUrl, version } from '../../repository.ts'
import { withPlainRoles } from '../../searchBoxRoles.ts'
import { navigation, sidebar } from '../../sidebar.ts'
import { siteLink, sitePicture } from '../../siteLink.ts'

type Markdown = Parameters<NonNullable<MarkdownOptions['config']>>[0]

/** The icon of the explorer. */
const icon = `data:image/svg+xml,${encodeURIComponent(
  readFileSync(join(repositoryFolder, 'src/explorer/style/icon.svg'), 'utf8'),
)}`

/** Finds Vue for the pages, which are outside the folder that has it installed. */
const resolveVue: Plugin = {
  name: 'resolve-vue',
  enforce: 'pre',
  resolveId(source, importer, options) {
    if (!/^vue(?:\/|$)/.test(source) || !importer?.endsWith('.md')) return undefined
    return this.resolve(source, fileURLToPath(import.meta.url), { ...options, skipSelf: true })
  },
}

const searchBoxRoles: Plugin = {
  name: 'search-box-roles',
  enforce: 'pre',
  transform: (code, id) =>
    id.endsWith('/VPLocalSearchBox.vue') ? withPlainRoles(code) : undefined,
}

export default defineConfig({
  title: 'ommer',
  description: summaryOf(HOME),
  lang: 'en',
  srcDir: repositoryFolder,
  srcExclude: readdirSync(repositoryFolder)
    .filter((name) => name !== 'docs' && !pages.has(name))
    .flatMap((name) => [name, `${name}/**`]),
  rewrites: Object.fromEntries(pages),
  markdown: {
    anchor: { slugify: headingAnchor },
    config: extendMarkdown,
    languageAlias: { cjs: 'js' },
    theme: { light: 'github-light-default', dark: 'github-dark-default' },
  },
  transformPageData: ({ filePath }) => (filePath === HOME ? { frontmatter: home } : undefined),
  head: [['link', { rel: 'icon', type: 'image/svg+xml', href: icon }]],
  themeConfig: {
    logo: icon,
    nav: navigation() as DefaultTheme.NavItem[],
    sidebar: sidebar() as DefaultTheme.SidebarItem[],
    outline: [2, 3],
    search: { provider: 'local' },
    socialLinks: [{ icon: 'github', link: repositoryUrl }],
  },
  vite: {
    define: { __OMMER_VERSION__: JSON.stringify(version) },
    plugins: [resolveVue, searchBoxRoles],
    ssr: { external: ['vue', 'vue/server-renderer'] },
  },
})

function extendMarkdown(md: Markdown): void {
  const { fence, image, link_open: openLink } = md.renderer.rules
  md.renderer.rules.link_open = (tokens, index, options, env, self) => {
    const token = tokens[index]
    const href = token?.attrGet('href')
    if (href && !token?.attrGet('class')?.includes('header-anchor')) {
      token?.attrSet('href', siteLink(pageOf(env), href))
    }
    return openLink?.(tokens, index, options, env, self) ?? ''
  }
  md.renderer.rules.image = (tokens, index, options, env, self) => {
    const token = tokens[index]
    token?.attrSet('src', sitePicture(pageOf(env), token.attrGet('src') ?? ''))
    return image?.(tokens, index, options, env, self) ?? ''
  }
  md.renderer.rules.fence = (tokens, index, options, env, self) => {
    const { info, content } = tokens[index] ?? {}
    if (info === 'mermaid' && content) return diagram(content, renderMermaidSVG)
    return fence?.(tokens, index, options, env, self) ?? ''
  }
  // A header cell without text would be announced as a header of nothing.
  md.core.ruler.push('empty-headers', ({ tokens }) => {
    for (const [index, token] of tokens.entries()) {
      if (token.type === 'th_open' && tokens[index + 1]?.content === '') {
        for (const cell of [token, tokens[index + 2]]) if (cell) cell.tag = 'td'
      }
    }
  })
  // The home page has the first heading and paragraph of the README in larger letters already.
  md.core.ruler.push('home', ({ tokens, env }) => {
    if (pageOf(env) !== HOME) return
    const end = tokens.findIndex(({ type }) => type === 'paragraph_close')
    tokens.splice(0, end + 1)
  })
}

/** The path in the repository of the page that is rendered. */
function pageOf({ path, realPath = path }: { path: string; realPath?: string }): string {
  return realPath.slice(repositoryFolder.length)
}
