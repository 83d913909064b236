const STEERING =
  /^(NODE_OPTIONS|NODE_PATH|LD_PRELOAD|LD_LIBRARY_PATH|DYLD_.*|PYTHONPATH|PYTHONSTARTUP|BASH_ENV|ENV|PATH|ELECTRON_.*|npm_config_.*|GIT_SSH_COMMAND|PERL5OPT|RUBYOPT|JAVA_TOOL_OPTIONS|https?_proxy|all_proxy)$/i

/** Pure: whether an environment variable changes which program runs, or which code is loaded into it. */
export function affectsExecution(name: string): boolean {
  return STEERING.test(name)
}
