/** One example server, and its app as a person finds it before allowing anything. */
export interface Example {
  /** Its package is `@modelcontextprotocol/server-NAME`. */
  readonly name: string
  readonly tool: string
  readonly arguments: Readonly<Record<string, unknown>>
  /** What of it is seen: words, or where it only draws, an element. */
  readonly sees: RegExp | string
  /** A line that Parley shows under it. */
  readonly says?: RegExp
  /** Why it shows less. */
  readonly lacks?: string
}

const hint = /Reads only|Asks once|Asks each time/
const time = (name: string): Example => ({ name: `basic-${name}`, tool: 'get-time', arguments: {}, sees: /Server Time:\s*20\d\d-/ })

export const shader = 'void mainImage(out vec4 c, in vec2 p) { vec2 uv = p / iResolution.xy; c = vec4(uv, 0.5, 1.0); }'
export const notes = 'X:1\nT:Twinkle\nM:4/4\nL:1/4\nK:C\nC C G G | A A G2 |'

/** In this order they are tried. `debug`, `pdf` and `shadertoy` have more in the spec. */
export const examples: readonly Example[] = [
  ...['react', 'vue', 'svelte', 'preact', 'solid', 'vanillajs'].map(time),
  { name: 'debug', tool: 'debug-tool', arguments: { contentType: 'mixed' }, sees: /ontoolresult/, says: hint },
  { name: 'budget-allocator', tool: 'get-budget-data', arguments: {}, sees: /Allocated: \$100,000/ },
  { name: 'cohort-heatmap', tool: 'get-cohort-data', arguments: {}, sees: /Loading/, says: hint, lacks: 'its call, allowed' },
  {
    name: 'customer-segmentation',
    tool: 'get-customer-data',
    arguments: {},
    sees: /Hover over a point/,
    says: hint,
    lacks: 'its call, allowed',
  },
  {
    name: 'map',
    tool: 'show-map',
    arguments: {},
    sees: /Failed to load CesiumJS/,
    says: /asked for .*cesium\.com/,
    lacks: 'cesium.com, allowed',
  },
  { name: 'pdf', tool: 'display_pdf', arguments: {}, sees: /Loading PDF/, says: /names 2 things/, lacks: 'own code, allowed' },
  { name: 'scenario-modeler', tool: 'get-scenario-data', arguments: {}, sees: /12-month projection/i },
  { name: 'shadertoy', tool: 'render-shadertoy', arguments: { fragmentShader: shader }, sees: 'canvas' },
  {
    name: 'sheet-music',
    tool: 'play-sheet-music',
    arguments: { abcNotation: notes },
    sees: /Twinkle/,
    says: /names .*paulrosen\.github\.io/,
    lacks: 'its sounds, from paulrosen.github.io, allowed',
  },
  { name: 'system-monitor', tool: 'get-system-info', arguments: {}, sees: /CPU USAGE/i, says: hint },
  {
    name: 'threejs',
    tool: 'show_threejs_scene',
    arguments: {},
    sees: /unsafe-eval/,
    says: /run code that it writes itself/,
    lacks: 'own code, allowed',
  },
  {
    name: 'transcript',
    tool: 'transcribe',
    arguments: {},
    sees: /Your speech will appear here/,
    says: /names 2 things/,
    lacks: 'the microphone, allowed',
  },
  {
    name: 'video-resource',
    tool: 'play_video',
    arguments: { videoId: 'bunny-1mb' },
    sees: /Error loading video|Video/i,
    lacks: 'a network, from which its server fetches the film',
  },
  {
    name: 'wiki-explorer',
    tool: 'get-first-degree-links',
    arguments: {},
    sees: '#graph canvas',
  },
]
