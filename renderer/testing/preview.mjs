// Serves the screens over a fake host, without servers, models or a data folder: node renderer/testing/preview.mjs
import { servePreview } from '../../scripts/lib/servePreview.mjs'

const { server, url } = await servePreview()
server.config.logger.info(url)
