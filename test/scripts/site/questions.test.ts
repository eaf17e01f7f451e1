import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { headingAnchor } from '../../../scripts/site/headingAnchor.ts'
import { home } from '../../../scripts/site/home.ts'
import { HOME, pages } from '../../../scripts/site/pages.ts'
import { repositoryFolder } from '../../../scripts/site/repository.ts'
import { siteLink } from '../../../scripts/site/siteLink.ts'
import { questions } from '../../browser/support/questions.ts'

/** What readers see of Markdown. */
function plain(markdown: string): string {
  return markdown.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll(/[*`]/g, '')
}

function textOf(page: string): string {
  return readFileSync(join(repositoryFolder, page), 'utf8')
}

/** A path on the site as questions have it. */
function pathOf(link: string): string {
  const [, path = '', anchor = ''] = /^\/?([^#]*?)(?:\.md|\.html)?(#.*)?$/.exec(link) ?? []
  return `${path === '' ? '' : `${path}.html`}${anchor}`
}

/** The page in the repository of a path on the site. */
function pageAt(path: string): string {
  const name = path.replace(/#.*/, '')
  const [page] = [...pages].find(([, onSite]) => pathOf(onSite) === name) ?? [HOME]
  return page
}

/** The texts and targets of the links that readers see on a page: cards or the outline, and those in its text. */
function linksOf(page: string): readonly { readonly text: string; readonly link: string }[] {
  const text = textOf(page)
  const links = text.matchAll(/\[((?:[^\][]|\[[^\]]*\])+)\]\(([^)\s]+)\)/g)
  const inText = [...links].map(([, name = '', to = '']) => ({
    text: name,
    link: siteLink(page, to),
  }))
  if (page === HOME) {
    const cards = home.features.map(({ title, link }) => ({ text: title, link }))
    return [...home.hero.actions, ...cards, ...inText]
  }
  const headings = [...text.matchAll(/^#{2,3} (.+)$/gm)]
  const own = pages.get(page) as string
  const outline = headings.map(([, name = '']) => ({
    text: name,
    link: `${own}#${headingAnchor(name)}`,
  }))
  return [...outline, ...inText]
}

/** Where the first link of a page leads whose text begins with some words, as a path on the site. */
function follow(page: string, words: string): string {
  const found = linksOf(page).find(({ text }) => plain(text).trim().startsWith(words))
  return found === undefined ? `no link: ${words}` : pathOf(found.link)
}

it.each(questions)('are answered by the documentation: $asked', ({ clicks, page, answer }) => {
  let at = ''
  for (const words of clicks) at = follow(pageAt(at), words)
  expect(at).toBe(page)
  const isAnswered = plain(textOf(pageAt(page))).includes(answer)
  expect(isAnswered ? answer : `nothing on ${page}`).toBe(answer)
})
