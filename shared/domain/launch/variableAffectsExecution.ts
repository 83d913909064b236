/** By what reads them. Some of these only might matter: who set them is asked once more, and nothing else follows. */
const STEERING = [
  // The loader of programs, and where programs and settings are looked for
  'LD_.*|DYLD_.*|GLIBC_TUNABLES|GCONV_PATH|PATH|PATHEXT|COMSPEC|SYSTEMROOT|WINDIR|HOME|HOMEDRIVE|HOMEPATH|USERPROFILE|APPDATA|LOCALAPPDATA|PROGRAMDATA|XDG_.*',
  // Shells, and programs that others start
  'ENV|BASH_ENV|BASH_FUNC.*|BASHOPTS|SHELLOPTS|PROMPT_COMMAND|PS[0-4]|IFS|CDPATH|FPATH|ZDOTDIR|SHELL|EDITOR|VISUAL|PAGER|BROWSER|LESSOPEN|LESSCLOSE',
  // Node, Electron, and what installs and runs packages for it
  'NODE_(OPTIONS|PATH|REPL_EXTERNAL_MODULE|TLS_REJECT_UNAUTHORIZED|EXTRA_CA_CERTS|COMPILE_CACHE|V8_COVERAGE|ICU_DATA|USE_.*)|ELECTRON_.*|npm_.*|npx_.*|pnpm_.*|(YARN|BUN|DENO|COREPACK)_.*|TSX_.*',
  // Python
  'PYTHON(PATH|STARTUP|HOME|USERBASE|EXECUTABLE|INSPECT|BREAKPOINT|WARNINGS|PYCACHEPREFIX|PLATLIBDIR)|(UV|PIP|PIPX|CONDA|POETRY)_.*|VIRTUAL_ENV',
  // Other languages
  'PERL5(OPT|LIB|DB)|PERLLIB|RUBY(OPT|LIB|SHELL)|(GEM|BUNDLE|BUNDLER)_.*|PHPRC|PHP_INI_SCAN_DIR|LUA_(INIT|PATH|CPATH).*|TCLLIBPATH|R_(PROFILE|ENVIRON|LIBS).*|JULIA_.*|ERL_.*',
  '_JAVA_OPTIONS|(JAVA_TOOL|JDK_JAVA)_OPTIONS|JAVA_HOME|[A-Z0-9]{1,40}_OPTS|MAKEFLAGS|CLASSPATH|DOTNET_.*|CORECLR_.*|COR_.*|COMPLUS_.*|GO(FLAGS|ROOT|PATH|PROXY|TOOLCHAIN)|CARGO_.*|RUSTUP_.*',
  // Containers
  'DOCKER_.*|(CONTAINER|CONTAINERS|CONTAINERD|NERDCTL|PODMAN|BUILDKIT)_.*|REGISTRIES_CONFIG_PATH|KUBECONFIG',
  // Encrypted connections, git, proxies
  'OPENSSL_.*|SSL_CERT_(FILE|DIR)|SSLKEYLOGFILE|REQUESTS_CA_BUNDLE|CURL_(CA_BUNDLE|HOME)|GIT_(SSH.*|EXEC_PATH|CONFIG.*|ASKPASS|EDITOR|PAGER|PROXY_COMMAND|EXTERNAL_DIFF|TEMPLATE_DIR|SEQUENCE_EDITOR|DIR)|SSH_ASKPASS|https?_proxy|all_proxy',
  // Names that programs give to variables whose value they run. PASSWORD_COMMAND is one of them: its value is a command, not a password
  '[A-Z0-9_]{0,80}(COMMAND|CMD|ASKPASS|PAGER|EDITOR|LAUNCHER|WRAPPER)|CC|CXX|LESS|MAKE|TERMINAL',
]
const steering = new RegExp(`^(?:${STEERING.join('|')})$`, 'is')

/** Pure: whether an environment variable can change which program runs, or which code is loaded into it. */
export function variableAffectsExecution(name: string): boolean {
  return steering.test(name)
}
