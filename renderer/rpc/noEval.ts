import * as z from 'zod'

// The page's content security policy forbids code made of text. Zod would try that once, with its first schema, and be refused by an exception
// for which the engine reads the whole script again. Imported before any schema.
z.config({ jitless: true })
