// For `node --import`: lets Node run our sources as they are, whose imports have no endings.
import { registerHooks } from 'node:module'

registerHooks({
  resolve(name, context, next) {
    const ours = !context.parentURL?.includes('/node_modules/')
    return next(ours && /^\.{1,2}\/(?:.*\/)?[^./]+$/.test(name) ? `${name}.ts` : name, context)
  },
})
