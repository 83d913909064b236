import { defineConfig } from 'oxlint'
import { lintConfiguration } from './scripts/architecture.mjs'

export default defineConfig(lintConfiguration())
