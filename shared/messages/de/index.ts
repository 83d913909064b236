import type { MessageId } from '../message'
import cli from './cli.json'
import desktop from './desktop.json'
import errors from './errors.json'
import settings from './settings.json'

/** Every German text. Complete, or the compiler says so. */
export const de: Readonly<Record<MessageId, unknown>> = { ...cli, ...desktop, ...errors, ...settings }
