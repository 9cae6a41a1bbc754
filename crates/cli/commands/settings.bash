
# Of the game on the line: names and values of its options after --set and --vs, its players after --player.
_gehtauf_settings() {
    local line="${COMP_LINE:0:COMP_POINT}" all='' players='' word option setting
    if [[ ! $line =~ --(set|vs|player)[\ =]+([^\ ]*)$ ]]; then
        _gehtauf "$@"
        return
    fi
    option="${BASH_REMATCH[1]}" setting="${BASH_REMATCH[2]}"
    for word in $line; do
        case "${word,,}" in
@GAMES@
        esac
    done
    if [[ $option == player ]]; then
        # Before a game is named, those of all games.
        if [[ $players ]]; then
            COMPREPLY=($(compgen -W "$players" -- "$setting"))
        else
            _gehtauf "$@"
        fi
        return
    fi
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
