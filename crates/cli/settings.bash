
# Names and values of the options of the game on the line, after --set and --vs.
_gehtauf_settings() {
    local line="${COMP_LINE:0:COMP_POINT}" all='' word setting
    if [[ ! $line =~ --(set|vs)[\ =]+([^\ ]*)$ ]]; then
        _gehtauf "$@"
        return
    fi
    setting="${BASH_REMATCH[2]}"
    for word in $line; do
        case "${word,,}" in
@GAMES@
        esac
    done
    # Names first, then the values of the one that has been named.
    if [[ $setting != *=* ]]; then
        all=$(printf '%s\n' $all | sed 's/=.*/=/' | sort -u)
        compopt -o nospace 2>/dev/null
    fi
    COMPREPLY=($(compgen -W "$all" -- "$setting"))
    # Bash completes what follows the last sign that parts words.
    if [[ $setting == *=* && $COMP_WORDBREAKS == *=* ]]; then
        COMPREPLY=("${COMPREPLY[@]#*=}")
    fi
}
complete -F _gehtauf_settings -o bashdefault -o default gehtauf
