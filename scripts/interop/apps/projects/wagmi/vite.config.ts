import { defineConfig } from 'vite'

export default defineConfig({
  base: './',
  // jsdom has no modules, so the page is one script that it can run, too.
  build: { rollupOptions: { output: { format: 'iife', entryFileNames: 'page.js' } } },
})
